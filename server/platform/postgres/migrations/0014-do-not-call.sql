-- Which copies of do-not-call lists there are. Their numbers are in the property store, under the load that brought them.

create table dnc_loads (
  id integer generated always as identity primary key,
  -- Whose it is; null for the platform's.
  owner_id uuid references users,
  list text not null check (list in ('NATIONAL', 'STATE', 'INTERNAL', 'LITIGATOR')),
  -- How many numbers it has in the property store: fewer there are a copy that cannot be trusted.
  numbers bigint not null,
  created_at timestamptz not null,
  -- Since when no copy is of this load; its numbers are dropped some time after.
  unused_since timestamptz
);

create table dnc_copies (
  id bigint generated always as identity primary key,
  owner_id uuid references users,
  list text not null check (list in ('NATIONAL', 'STATE', 'INTERNAL', 'LITIGATOR')),
  -- The area code of the national registry, the state of a state list, '' of a list that has all in one.
  scope text not null,
  load_id integer not null references dnc_loads,
  numbers bigint not null,
  san text,
  accessed_on date not null,
  -- Of the files it was made from: the full list, then each change list.
  sha256 text[] not null,
  -- When the last of these was uploaded: one that was uploaded before it comes too late. Null for a copy of no upload.
  uploaded_at timestamptz,
  imported_at timestamptz not null,
  unique nulls not distinct (owner_id, list, scope)
);
create index dnc_copies_load on dnc_copies (load_id);
