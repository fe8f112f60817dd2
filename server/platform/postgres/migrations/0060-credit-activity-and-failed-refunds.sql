alter table credit_accounts
  -- What an account had, available and held, right after its last grant or purchase. Read with every view of the user, so
  -- it is kept with the balance instead of added up from the entries since.
  add column credits_at_last_grant bigint not null default 0,
  -- How many orders and other entries the ledger of an account has, so that a page of them need not count.
  add column activity_count bigint not null default 0;

update credit_accounts account
set activity_count = counted.activities,
  credits_at_last_grant = case when last_grant is null then 0 else
    subscription_available + subscription_held + on_demand_available + on_demand_held - coalesce((
      select sum(amount + held) from credit_entries entry
      where entry.user_id = account.user_id and entry.seq > counted.last_grant
    ), 0) end
from (
  select user_id, count(distinct order_id) + count(*) filter (where order_id is null) as activities,
    max(seq) filter (where amount > 0 and type in ('GRANT', 'PURCHASE', 'COUPON', 'ADJUST')) as last_grant
  from credit_entries group by user_id
) counted
where counted.user_id = account.user_id;

-- The most that administrators were told is missing of a recorded refund, in cents.
alter table payment_transactions
  add column notified_shortfall integer not null default 0 check (notified_shortfall >= 0);
