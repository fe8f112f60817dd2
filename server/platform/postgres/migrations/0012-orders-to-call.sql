-- Orders of consumers, which belong to no campaign; orders whose leads are called; the versions of an order's file.

-- Null is the columns of its campaign type.
alter table orders add column columns text[];
-- How far the step under way has come.
alter table orders add column step_done integer;
alter table orders add column step_of integer;
-- Until when its numbers may be called; moved on when they are checked again.
alter table orders add column expires_at timestamptz;
alter table orders add column expired_at timestamptz;
alter table orders add column dnc_checked_at timestamptz;
-- What the check of its numbers found, until that is in a version of its file.
alter table orders add column scrub jsonb;
-- Since when its numbers are being checked again; null when they are not.
alter table orders add column refresh_since timestamptz;
create index orders_expiry on orders (expires_at) where expires_at is not null and expired_at is null;
create index orders_refreshing on orders (id) where refresh_since is not null;
create index orders_unfinished on orders (id) where internal_status not in ('READY', 'FAILED', 'CANCELLED');

-- Of a lead to call: its phones and emails, each phone with what the do-not-call check said last. Null before it was traced.
alter table order_leads add column contacts jsonb;
alter table order_leads add column stage text not null default 'NEW' check (stage in
  ('NEW', 'CONTACTED', 'FOLLOW_UP', 'NEGOTIATING', 'UNDER_CONTRACT', 'CLOSED', 'DEAD'));
-- Most leads stay as they came, and writing them costs nothing here.
create index order_leads_stage on order_leads (order_id, stage, rank) where stage <> 'NEW';

-- Each version of the file of an order: the first is what was delivered, each refresh of the do-not-call check adds one.
create table order_files (
  order_id uuid not null references orders,
  version integer not null check (version > 0),
  file_key text not null,
  sha256 text,
  leads integer not null,
  callable_leads integer,
  -- What the check found, and its signed certificate; null for orders that are mailed.
  scrub jsonb,
  certificate text,
  created_at timestamptz not null,
  primary key (order_id, version),
  check ((scrub is null) = (certificate is null))
);
insert into order_files (order_id, version, file_key, leads, created_at)
  select id, file_version, file_key, delivered_quantity, completed_at from orders
  where internal_status = 'READY' and file_version > 0;

-- What happened to a delivered order. The version makes each of them happen once for each file.
create table order_notices (
  order_id uuid not null references orders,
  version integer not null,
  type text not null check (type in ('EXPIRING', 'EXPIRED', 'DNC_REFRESHED', 'DNC_REFRESH_FAILED')),
  detail text,
  at timestamptz not null,
  primary key (order_id, version, type)
);
