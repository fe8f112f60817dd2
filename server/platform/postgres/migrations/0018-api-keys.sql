-- Keys of programs, and how they are used.
create table api_keys (
  id uuid primary key,
  user_id uuid not null references users,
  name text not null,
  -- How the key begins, to know it by; of the key itself there is the SHA-256, and nothing it could be made from.
  prefix text not null,
  hash bytea not null unique check (length(hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  expires_at timestamptz,
  created_at timestamptz not null,
  regenerated_at timestamptz,
  revoked_at timestamptz,
  -- Of the last call.
  last_used_at timestamptz,
  last_method text,
  last_path text,
  last_status smallint
);
create unique index api_keys_name on api_keys (user_id, lower(name)) where revoked_at is null;
create index api_keys_user on api_keys (user_id, created_at desc, id desc) where revoked_at is null;

-- Calls by UTC day.
create table api_key_days (
  key_id uuid not null references api_keys,
  day date not null,
  calls integer not null,
  refused integer not null,
  primary key (key_id, day)
);

-- The key that an order was placed with, where it was one.
alter table orders add column api_key_id uuid references api_keys;
