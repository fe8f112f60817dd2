-- The accounts that a demo made, whatever becomes of their email addresses. What they granted to others is taken back at
-- the first start without the demo, which closes them; a later demo opens them again.
create table demo_accounts (
  user_id uuid primary key references users on delete cascade,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- What they granted was taken back, or somebody decided that it stays.
  settled_at timestamptz,
  -- Until when what they granted stays, by such a decision.
  kept_until timestamptz,
  check (settled_at is null or closed_at is not null)
);
-- A start without the demo has deactivated all of them, and took nothing back until now. Such a portal may be in use, by
-- administrators whom the demo made, so what they granted stands until its operator decides.
insert into demo_accounts (user_id, opened_at, closed_at)
  select id, created_at, case when not bool_or(is_active) over () then now() end from users
  where email in ('admin@dooryard.test', 'enterprise@dooryard.test', 'consumer@dooryard.test', 'affiliate@dooryard.test');
