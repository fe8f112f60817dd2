-- Files that customers upload, counted for their daily quota and by how many are in progress.

create table uploads (
  id uuid primary key,
  user_id uuid not null references users,
  -- The UTC day whose quota it counts towards: the one on which it began.
  day date not null,
  -- While it is in progress what is reserved for it, then what was kept of it.
  bytes bigint not null check (bytes >= 0),
  -- Renewed while the process that receives it lives; null once the file is kept.
  lease_until timestamptz
);
create index uploads_of_user on uploads (user_id, day);
create index uploads_by_day on uploads (day);
