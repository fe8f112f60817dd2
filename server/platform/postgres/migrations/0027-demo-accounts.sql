-- The accounts that a demo made, whatever becomes of their email addresses. What they granted to others is taken back at
-- the first start without the demo, which closes them; a later demo opens them again.
create table demo_accounts (
  user_id uuid primary key references users on delete cascade,
  opened_at timestamptz not null,
  closed_at timestamptz
);
-- Open, even where a start without the demo has been: none has taken anything back yet.
insert into demo_accounts (user_id, opened_at)
  select id, created_at from users
  where email in ('admin@dooryard.test', 'enterprise@dooryard.test', 'consumer@dooryard.test', 'affiliate@dooryard.test');
