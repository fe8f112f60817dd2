-- When users were affiliates, which dates their commissions; the currency and the order of these.

-- The portal sells in US dollars, so totals of commissions are sums of one currency.
alter table commission_entries add constraint commission_entries_currency check (currency = 'USD');

-- Listed by the date that they show, since those that are recorded together share an instant.
drop index commission_entries_affiliate;
create index commission_entries_affiliate
  on commission_entries (affiliate_user_id, happened_at desc, created_at desc, id desc);

-- When a user was an affiliate, with an open account: only payments of these periods earn commission. Written by a
-- trigger, so that whatever changes a role or closes an account keeps them. After the index, since the reference and
-- the trigger stop changes of users until the end of the migration.
create table affiliate_periods (
  user_id uuid not null references users on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at >= started_at)
);
create index affiliate_periods_user on affiliate_periods (user_id, started_at);
create unique index affiliate_periods_open on affiliate_periods (user_id) where ended_at is null;

insert into affiliate_periods (user_id, started_at)
  select id, created_at from users where role = 'AFFILIATE_USER' and closed_at is null;

create function record_affiliate_period() returns trigger language plpgsql as $$
declare
  is_affiliate boolean := new.role = 'AFFILIATE_USER' and new.closed_at is null;
  changed_at timestamptz;
begin
  if tg_op = 'INSERT' then
    if is_affiliate then
      insert into affiliate_periods (user_id, started_at) values (new.id, new.created_at);
    end if;
    return null;
  end if;
  -- By the portal's clock, as payments; one that is as before is the time of another change, as in a statement by hand.
  changed_at := case when new.updated_at is distinct from old.updated_at then new.updated_at else now() end;
  if is_affiliate and not (old.role = 'AFFILIATE_USER' and old.closed_at is null) then
    insert into affiliate_periods (user_id, started_at) values (new.id, changed_at);
  elsif not is_affiliate then
    update affiliate_periods set ended_at = greatest(started_at, changed_at)
      where user_id = new.id and ended_at is null;
  end if;
  return null;
end $$;
create trigger users_affiliate_period after insert or update of role, closed_at on users
  for each row execute function record_affiliate_period();
