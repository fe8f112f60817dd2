-- Files that were uploaded to be imported as rolls, and how far each has come.
create table roll_imports (
  id uuid primary key,
  user_id uuid not null references users,
  source text not null,
  name text not null,
  -- Of a generic roll, whose declaration does not say it.
  county_fips text,
  file_name text not null,
  file_bytes bigint not null,
  -- Null once the file is gone: loaded, or failed and not tried again in time.
  file_key text,
  status text not null check (status in ('QUEUED', 'RUNNING', 'LOADED', 'UNCHANGED', 'FAILED')),
  rows_read integer not null default 0,
  share real not null default 0 check (share between 0 and 1),
  rows_mapped integer,
  rows_rejected integer,
  message text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index roll_imports_newest on roll_imports (created_at desc, id);
create index roll_imports_unfinished on roll_imports (id) where status in ('QUEUED', 'RUNNING');
