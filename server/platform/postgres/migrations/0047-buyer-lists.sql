-- Buyers that users save in named lists. A buyer is an owner, kept with the property by which it was found.
create table buyer_lists (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  created_at timestamptz not null
);
create unique index buyer_lists_by_name on buyer_lists (user_id, lower(name));

create table buyer_list_entries (
  list_id uuid not null references buyer_lists on delete cascade,
  -- Unsigned 64-bit, so text.
  owner_key text not null,
  property_id text not null,
  added_at timestamptz not null,
  primary key (list_id, owner_key)
);
create index buyer_list_entries_newest on buyer_list_entries (list_id, added_at desc, owner_key);
