-- The board of delivered leads: where each stands, and what happened to it. What the overview counts by day.

-- What a lead is found by. Owner and addresses stand on lines of their own, so that no search finds the end of one and the
-- beginning of the next.
create function lead_search_text(lead jsonb) returns text language sql immutable as $$
  select lower(left(
    coalesce(lead ->> 'ownerName', '') || E'\n'
      || coalesce(lead ->> 'address', '') || ', ' || coalesce(lead ->> 'city', '') || ', '
      || coalesce(lead ->> 'state', '') || ' ' || coalesce(lead ->> 'zip', '') || E'\n'
      || coalesce(lead ->> 'mailingAddress', '') || ', ' || coalesce(lead ->> 'mailingCity', '') || ', '
      || coalesce(lead ->> 'mailingState', '') || ' ' || coalesce(lead ->> 'mailingZip', ''),
    500))
$$;

-- A short row for each lead that was delivered: all that the board sorts, counts and searches by. Beside order_leads and not
-- in it, so that neither a delivery nor a move writes whole leads anew, nor does this migration: it reads order_leads once,
-- holds no lock that orders would wait for while it does, and drops a column of it at its end.
create table board_leads (
  order_id uuid not null,
  -- Unsigned 64-bit, so text.
  property_id text not null,
  user_id uuid not null,
  stage text not null check (stage in
    ('NEW', 'CONTACTED', 'FOLLOW_UP', 'NEGOTIATING', 'UNDER_CONTRACT', 'CLOSED', 'DEAD')),
  -- When it came to its stage.
  staged_at timestamptz not null,
  search_text text not null
);
insert into board_leads (order_id, property_id, user_id, stage, staged_at, search_text)
  select order_id, property_id, user_id, stage, coalesce(completed_at, orders.created_at), lead_search_text(lead)
  from order_leads join orders on orders.id = order_id
  where internal_status = 'READY';
-- Keys once the rows are there: each is sorted as a whole.
alter table board_leads add primary key (order_id, property_id);
create index board_leads_user on board_leads (user_id, stage, staged_at, order_id, property_id);
create index board_leads_order on board_leads (order_id, stage, staged_at, property_id);
analyze board_leads;

-- Stage moves and notes. No reference to the lead, which an order that is being filled would pay for: what has activity was
-- delivered, and what was delivered stays.
create table lead_activity (
  id uuid primary key,
  order_id uuid not null references orders,
  -- Unsigned 64-bit, so text.
  property_id text not null,
  kind text not null check (kind in ('STAGE', 'NOTE')),
  from_stage text,
  to_stage text,
  text text,
  -- Whoever really did it: the administrator, where one acted as the user.
  actor_id uuid not null references users,
  at timestamptz not null,
  -- A note that was deleted can be had back for a while.
  deleted_at timestamptz check (kind = 'NOTE' or deleted_at is null),
  check ((kind = 'STAGE') = (from_stage is not null and to_stage is not null)),
  check ((kind = 'NOTE') = (text is not null))
);
create index lead_activity_lead on lead_activity (order_id, property_id, at desc, id desc);
create index lead_activity_deleted on lead_activity (deleted_at) where deleted_at is not null;

create index orders_placed on orders (created_at);
create index orders_failed on orders (completed_at desc, id desc) where internal_status = 'FAILED';
-- What a coupon gave on top of a purchase is told apart from what was sold.
create index credit_entries_transaction on credit_entries (transaction_id) where transaction_id is not null;
create index payment_transactions_paid on payment_transactions (paid_at) where status = 'PAID';

-- What is not delivered has no stage. Last, for until the end nobody reads or writes order_leads after this.
alter table order_leads drop column stage;
