-- Accounts, credits, campaigns, orders and loaded rolls.

create table users (
  id uuid primary key,
  email text not null,
  password_hash text not null,
  role text not null check (role in ('SUPER_ADMIN', 'CONSUMER_USER', 'AFFILIATE_USER', 'ENTERPRISE_USER')),
  phone text not null,
  first_name text not null,
  last_name text not null,
  company_name text,
  address_country text,
  address_state text,
  address_city text,
  address_street text,
  address_apt_suite text,
  address_zip text,
  is_active boolean not null default true,
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));

-- One row per device. A refresh token names its session and generation and is signed, so no copy of it is kept; each use
-- moves `generation` on, and a token of an earlier one is spent.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  generation integer not null default 1,
  rotated_at timestamptz not null,
  user_agent text not null,
  ip_address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user_id on sessions (user_id) where ended_at is null;

-- Credits: the account row is the lock and the sum; the entries explain it.

create table credit_settings (
  id bigint generated always as identity primary key,
  key text not null unique check (key in ('MAIL_READY', 'CALL_READY')),
  name text not null,
  description text,
  credit_required integer not null check (credit_required >= 0),
  min_campaign_volume integer not null check (min_campaign_volume >= 0),
  is_active boolean not null default true
);
insert into credit_settings (key, name, description, credit_required, min_campaign_volume, is_active) values
  ('MAIL_READY', 'Mail Ready', 'Owner names and mailing addresses, one row a property', 1, 50, true),
  ('CALL_READY', 'Call Ready', 'Adds phone numbers, scrubbed against the do-not-call registries', 3, 50, false);

create table credit_accounts (
  user_id uuid primary key references users on delete cascade,
  subscription_available bigint not null default 0 check (subscription_available >= 0),
  subscription_held bigint not null default 0 check (subscription_held >= 0),
  on_demand_available bigint not null default 0 check (on_demand_available >= 0),
  on_demand_held bigint not null default 0 check (on_demand_held >= 0)
);

create table credit_holds (
  id uuid primary key,
  user_id uuid not null references credit_accounts,
  order_id uuid not null unique,
  subscription bigint not null check (subscription >= 0),
  on_demand bigint not null check (on_demand >= 0),
  captured bigint not null default 0 check (captured >= 0),
  released bigint not null default 0 check (released >= 0),
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  check (settled_at is null or captured + released = subscription + on_demand)
);

-- `amount` is the change of what can be spent, `held` the change of what is held.
create table credit_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references credit_accounts,
  type text not null check (type in ('GRANT', 'PURCHASE', 'COUPON', 'HOLD', 'CAPTURE', 'RELEASE', 'REFUND', 'EXPIRE', 'ADJUST')),
  bucket text not null check (bucket in ('SUBSCRIPTION', 'ON_DEMAND')),
  amount bigint not null,
  held bigint not null,
  balance_after bigint not null check (balance_after >= 0),
  held_after bigint not null check (held_after >= 0),
  order_id uuid,
  reason text,
  actor text not null,
  created_at timestamptz not null default now(),
  check (amount <> 0 or held <> 0)
);
create index credit_entries_user on credit_entries (user_id, id desc);
create index credit_entries_order on credit_entries (order_id) where order_id is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger credit_entries_append_only before update or delete or truncate on credit_entries
  for each statement execute function refuse_change();

-- Campaigns and orders.

create table campaigns (
  id uuid primary key,
  user_id uuid not null references users,
  name text not null,
  campaign_type text not null check (campaign_type in ('MAIL_READY', 'CALL_READY')),
  criteria jsonb not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'ARCHIVED')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index campaigns_user on campaigns (user_id, created_at desc, id);

create table orders (
  id uuid primary key,
  user_id uuid not null references users,
  campaign_id uuid references campaigns,
  order_name text not null,
  campaign_type text not null check (campaign_type in ('MAIL_READY', 'CALL_READY')),
  quantity integer not null check (quantity > 0),
  credit_required integer not null check (credit_required >= 0),
  criteria jsonb not null,
  internal_status text not null check (internal_status in
    ('QUEUED', 'SELECTING', 'TRACING', 'SCRUBBING', 'ASSEMBLING', 'READY', 'FAILED', 'CANCELLED')),
  -- Whoever holds the fence may move the order on; a worker that was thought dead finds another's fence here.
  fence uuid,
  failures integer not null default 0,
  delivered_quantity integer not null default 0,
  waterfall jsonb,
  note text,
  failure_reason text,
  file_key text,
  file_version integer not null default 0,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index orders_user on orders (user_id, created_at desc, id);
create index orders_campaign on orders (campaign_id, created_at desc, id);

create table order_transitions (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  from_status text,
  to_status text not null,
  detail text,
  at timestamptz not null default now()
);
create index order_transitions_order on order_transitions (order_id, id);

-- The rows of an order as they stood when it was filled. `lead` is the whole property row; ids are unsigned 64-bit, so text.
create table order_leads (
  order_id uuid not null references orders,
  rank integer not null,
  property_id text not null,
  owner_key text not null,
  is_repeat boolean not null default false,
  lead jsonb not null,
  primary key (order_id, rank),
  unique (order_id, property_id)
);

-- The last time that a user paid for a lead (a property and its owner) of a type: within 365 days a repeat is free.
create table lead_purchases (
  user_id uuid not null references users,
  campaign_type text not null,
  property_id text not null,
  owner_key text not null,
  paid_at timestamptz not null,
  order_id uuid not null references orders,
  primary key (user_id, campaign_type, property_id, owner_key)
);

create table rolls (
  id bigint generated always as identity primary key,
  source text not null unique,
  name text not null,
  county_fips text[] not null,
  recorded_on date,
  ingested_at timestamptz not null,
  file_name text not null,
  sha256 text not null,
  rows_read integer not null,
  rows_mapped integer not null,
  rows_rejected integer not null,
  reject_file text,
  is_generated boolean not null default false,
  report jsonb not null
);

-- The answer to a POST that carried an Idempotency-Key, written in the transaction that did the work.
create table idempotent_answers (
  user_id uuid not null references users on delete cascade,
  key text not null,
  request_hash bytea not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotent_answers_age on idempotent_answers (created_at);
