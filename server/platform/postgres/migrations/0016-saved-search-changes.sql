-- What a saved search found, and when: so that what changed since can be told, shown and mailed.

-- The matches of one count; the properties themselves are in the property store, under the number. Whoever points at a
-- set keeps it. One that nobody points at is dropped later, and from then on nobody may point at it.
create table saved_search_sets (
  id integer generated always as identity primary key,
  created_at timestamptz not null,
  unused_since timestamptz,
  is_dropping boolean not null default false
);
create index saved_search_sets_unused on saved_search_sets (unused_since) where unused_since is not null;

alter table saved_searches
  add column email_changes boolean not null default false,
  add column deleted_at timestamptz,
  add column visited_at timestamptz,
  -- At the last visit, at the last count, and when its owner was last told: by a visit or by a mail.
  add column seen_set integer references saved_search_sets,
  add column latest_set integer references saved_search_sets,
  add column told_set integer references saved_search_sets,
  -- Of what was counted without a set, how many had been delivered to its owner; of a set they are counted when it is shown.
  add column last_delivered integer,
  -- Between the seen and the latest set.
  add column entered integer,
  add column departed integer,
  -- Moves with each of the above, so that of two counts at once one is of no use.
  add column version integer not null default 0,
  -- When a recount was last begun by itself, whether or not it came to an end, and of which data.
  add column tried_at timestamptz,
  add column tried_data text,
  add column queued_at timestamptz;

create index saved_searches_seen_set on saved_searches (seen_set);
create index saved_searches_latest_set on saved_searches (latest_set);
create index saved_searches_told_set on saved_searches (told_set);
-- Whose owners have a mail to come.
create index saved_searches_untold on saved_searches (user_id)
  where email_changes and deleted_at is null and told_set <> latest_set;
create index saved_searches_tried on saved_searches (tried_at nulls first) where deleted_at is null;
create index saved_searches_deleted on saved_searches (deleted_at) where deleted_at is not null;

-- The name of what was deleted is free, and so is its place as the default.
drop index saved_searches_name;
create unique index saved_searches_name on saved_searches (user_id, lower(name)) where deleted_at is null;
drop index saved_searches_default;
create unique index saved_searches_default on saved_searches (user_id) where is_default and deleted_at is null;

-- When a user was last mailed what changed of all their searches.
create table saved_search_mails (
  user_id uuid primary key references users,
  mailed_at timestamptz not null
);

-- Each count. One that found a change is the event of it; one after the criteria were given begins a new line.
create table saved_search_counts (
  id uuid primary key,
  saved_search_id uuid not null references saved_searches on delete cascade,
  type text not null check (type in ('saved_search.saved', 'saved_search.counted', 'saved_search.changed')),
  at timestamptz not null,
  count bigint not null,
  -- Since the count before; unknown where there are too many to be followed.
  entered integer,
  departed integer
);
create index saved_search_counts_of on saved_search_counts (saved_search_id, at desc, id desc);
create index saved_search_counts_age on saved_search_counts (at);
