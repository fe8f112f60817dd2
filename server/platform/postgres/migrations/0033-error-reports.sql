-- Unexpected errors of browsers, requests and jobs, grouped by what failed and where in the code.

create table error_groups (
  id uuid primary key,
  fingerprint text not null unique,
  layer text not null check (layer in ('BROWSER', 'API', 'WORKER')),
  -- These four are of the newest occurrence.
  name text not null,
  message text not null,
  place text,
  release text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- All occurrences, also those that are no longer kept.
  count integer not null default 1,
  -- Null while it is open; another occurrence reopens it.
  resolved_at timestamptz
);
create index error_groups_last_seen on error_groups (last_seen desc, id);

create table error_events (
  -- The Error ID that the user saw.
  id text primary key,
  group_id uuid not null references error_groups on delete cascade,
  occurred_at timestamptz not null,
  message text not null,
  place text,
  release text not null,
  browser text,
  request_id text,
  -- No reference: an error of a job may name a user who was deleted since.
  user_id uuid,
  stack text,
  breadcrumbs jsonb not null default '[]'
);
create index error_events_of_group on error_events (group_id, occurred_at desc, id);
create index error_events_of_request on error_events (request_id) where request_id is not null;
create index error_events_occurred_at on error_events (occurred_at);
