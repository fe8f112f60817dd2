-- Orders of new matches that are placed by a schedule. One follows a saved search or has a copy of criteria.
create table recurring_orders (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  campaign_id uuid references campaigns on delete cascade,
  campaign_type text not null check (campaign_type in ('MAIL_READY', 'CALL_READY')),
  -- Without a reference: a deleted search pauses the order, which still names it.
  saved_search_id uuid,
  saved_search_name text,
  criteria jsonb,
  criteria_ids jsonb,
  criteria_facts jsonb generated always as (criteria_facts(criteria, criteria_ids)) stored,
  columns text[],
  sort jsonb,
  one_per_owner boolean not null,
  one_per_address boolean not null,
  schedule jsonb not null,
  max_leads integer not null check (max_leads > 0),
  monthly_credits integer not null check (monthly_credits > 0),
  -- Null while it is paused.
  next_run_at timestamptz,
  pause_reason text check (pause_reason in ('USER', 'LOW_BALANCE', 'FAILED_RUNS', 'SEARCH_DELETED', 'UNAVAILABLE')),
  -- Failed runs in a row.
  failures integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((saved_search_id is null) <> (criteria is null)),
  check ((next_run_at is null) = (pause_reason is not null))
);
create index recurring_orders_page on recurring_orders (user_id, created_at desc, id);
create index recurring_orders_due on recurring_orders (next_run_at) where next_run_at is not null;

-- The due time identifies a run, so however many workers find it due, it is placed once.
create table recurring_order_runs (
  id uuid primary key,
  recurring_order_id uuid not null references recurring_orders on delete cascade,
  due_at timestamptz not null,
  is_manual boolean not null,
  outcome text not null default 'PENDING' check (outcome in ('PENDING', 'ORDERED', 'ORDER_IN_PROGRESS', 'NO_NEW_MATCHES',
    'BELOW_MINIMUM', 'MONTHLY_LIMIT', 'LOW_BALANCE', 'SEARCH_DELETED', 'UNAVAILABLE', 'FAILED')),
  detail text,
  matched integer,
  new_leads integer,
  order_id uuid references orders,
  finished_at timestamptz,
  unique (recurring_order_id, due_at)
);
create unique index recurring_order_runs_order on recurring_order_runs (order_id) where order_id is not null;
-- One run at a time.
create unique index recurring_order_runs_pending on recurring_order_runs (recurring_order_id) where outcome = 'PENDING';
