-- Saved searches, and what an order that leaves some out was to leave out when it was placed.

create table saved_searches (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  criteria jsonb not null,
  is_default boolean not null default false,
  last_count bigint,
  last_count_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_searches_name on saved_searches (user_id, lower(name));
create unique index saved_searches_default on saved_searches (user_id) where is_default;
create index saved_searches_user on saved_searches (user_id, is_default desc, created_at desc, id);

alter table orders add column excluded_criteria jsonb not null default '[]';
