-- Webhooks, what they are told of, and each time that it was sent to them.
create table webhooks (
  id uuid primary key,
  user_id uuid not null references users,
  url text not null,
  description text,
  events text[] not null check (cardinality(events) > 0),
  -- Encrypted; and those before it, the latest first, each of which signs beside it until a while after its change.
  secret text not null,
  previous_secrets jsonb not null default '[]',
  -- Raised by each change of where it is called and whether it is: an answer counts for the version that was asked.
  version integer not null default 1,
  is_active boolean not null default true,
  disabled_reason text check (disabled_reason in ('BY_USER', 'GONE', 'FAILING')),
  disabled_at timestamptz,
  -- The first failure since it last took an event.
  failing_since timestamptz,
  -- When it last kept us waiting, until it answers in time again.
  hung_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Its log is deleted after it, a part at a time.
  deleted_at timestamptz,
  check (is_active = (disabled_at is null)),
  check ((disabled_at is null) = (disabled_reason is null))
);
create index webhooks_user on webhooks (user_id, created_at desc, id desc) where deleted_at is null;
-- Of all, as the check of a reference to users wants it.
create index webhooks_reference on webhooks (user_id);
create index webhooks_deleted on webhooks (deleted_at) where deleted_at is not null;

-- What happened, as the very text that is sent and signed; only where some webhook is to be told.
create table webhook_events (
  id uuid primary key,
  user_id uuid not null references users,
  type text not null,
  body text not null,
  created_at timestamptz not null
);
create index webhook_events_age on webhook_events (created_at);
create index webhook_events_user on webhook_events (user_id);

-- One sending of one event to one webhook. Those pending are the queue: due at their instant, leased by whoever sends them.
create table webhook_attempts (
  id uuid primary key,
  webhook_id uuid not null references webhooks,
  event_id uuid not null references webhook_events,
  event_type text not null,
  -- From 1; and how far along the schedule it is, from 0, which begins anew when somebody has it sent again.
  attempt integer not null,
  step smallint not null,
  is_manual boolean not null default false,
  status text not null check (status in ('PENDING', 'SUCCEEDED', 'FAILED')),
  -- When it was sent; while pending, when it is due.
  at timestamptz not null,
  -- A sender that died is silent, and what it had is another's from then on.
  lease uuid,
  leased_until timestamptz,
  response_code smallint,
  duration_ms integer,
  response_body text,
  error text,
  next_attempt_at timestamptz,
  check (status = 'PENDING' or lease is null),
  check ((lease is null) = (leased_until is null))
);
-- What waits is sent once: to send it again is to send it sooner.
create unique index webhook_attempts_pending on webhook_attempts (webhook_id, event_id) where status = 'PENDING';
create index webhook_attempts_due on webhook_attempts (webhook_id, at, id) where status = 'PENDING';
-- What is under way, wherever it stands in the queue.
create index webhook_attempts_leased on webhook_attempts (webhook_id) where lease is not null;
create index webhook_attempts_log on webhook_attempts (webhook_id, at desc, id desc);
create index webhook_attempts_status on webhook_attempts (webhook_id, status, at desc, id desc);
create index webhook_attempts_event on webhook_attempts (event_id, webhook_id);
create index webhook_attempts_age on webhook_attempts (at) where status <> 'PENDING';

-- How attempts ended, by the hour.
create table webhook_hours (
  webhook_id uuid not null references webhooks,
  hour timestamptz not null,
  succeeded integer not null,
  failed integer not null,
  primary key (webhook_id, hour)
);
