-- Uploaded files on their way into lists: do-not-call lists and contacts of owners.

create table file_imports (
  id uuid primary key,
  kind text not null check (kind in ('DNC', 'CONTACTS')),
  -- Whose it is; null for the platform's.
  owner_id uuid references users,
  name text not null,
  -- What whoever uploaded it said of it, as the kind needs it.
  params jsonb not null,
  file_name text not null,
  file_bytes bigint not null,
  -- Null once the file is not kept any more.
  file_key text,
  sha256 text not null,
  status text not null check (status in ('QUEUED', 'RUNNING', 'LOADED', 'FAILED')),
  share double precision not null default 0,
  rows_read bigint not null default 0,
  rows_taken bigint not null default 0,
  rows_rejected bigint not null default 0,
  rejected jsonb not null default '[]',
  message text,
  uploaded_by uuid not null references users,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index file_imports_list on file_imports (kind, owner_id, created_at desc, id);
create index file_imports_unfinished on file_imports (id) where status in ('QUEUED', 'RUNNING');
