-- Where an API key works from, normalized by the program; empty for anywhere.
alter table api_keys add column allowed_ips text[] not null default '{}';
-- A test key places orders in test_orders alone.
alter table api_keys add column is_test boolean not null default false;

-- Orders of test keys, deleted after 30 days. In a table of their own, so that nothing that reads orders, holds or
-- purchases can count them.
create table test_orders (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  api_key_id uuid not null references api_keys,
  campaign_id uuid not null,
  campaign_name text not null,
  campaign_type text not null,
  order_name text not null,
  quantity integer not null,
  criteria jsonb not null,
  criteria_ids jsonb,
  criteria_facts jsonb not null generated always as (criteria_facts(criteria, criteria_ids)) stored,
  -- The prices and delivery options of the request, as the response repeats them.
  terms jsonb not null,
  internal_status text not null,
  failure_reason text,
  -- The transitions of the status, oldest first.
  history jsonb not null,
  -- The delivered file: its hash, leads and certificate.
  file jsonb,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index test_orders_by_user on test_orders (user_id, created_at desc, id);
create index test_orders_by_age on test_orders (created_at);
