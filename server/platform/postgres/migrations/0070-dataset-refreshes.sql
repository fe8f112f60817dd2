-- Where and when the files of a county dataset are looked at. A source has at most one plan.
create table dataset_refreshes (
  source text primary key,
  locations jsonb not null,
  schedule jsonb,
  -- Null without a schedule and while it is paused.
  next_run_at timestamptz,
  pause_reason text check (pause_reason in ('ROLLED_BACK')),
  -- By file: what tells that it is unchanged, such as its ETag, from the last time it was read.
  markers jsonb not null default '{}',
  last_run_at timestamptz,
  last_outcome text check (last_outcome in ('UNCHANGED', 'LOADED', 'WAITING', 'FAILED')),
  last_message text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index dataset_refreshes_due on dataset_refreshes (next_run_at) where next_run_at is not null;

-- Each import of a dataset. The files of the current version, of the one before and of one that waits are kept.
create table dataset_versions (
  id uuid primary key,
  source text not null,
  status text not null check (status in ('LOADING', 'LOADED', 'WAITING', 'REJECTED', 'SUPERSEDED', 'INTERRUPTED',
    'FAILED')),
  trigger text not null check (trigger in ('UPLOAD', 'SHELL', 'SCHEDULE', 'REQUEST', 'ROLLBACK')),
  started_by uuid references users,
  -- The source that read it; the version is 0 for one that is not stored.
  document jsonb not null,
  source_version integer not null,
  files jsonb not null,
  has_files boolean not null,
  -- The columns of its files; null where they are unknown.
  header jsonb,
  columns jsonb not null,
  recorded_on date,
  rows_read integer not null,
  rows_mapped integer not null,
  rows_rejected integer not null,
  changes jsonb,
  reasons jsonb not null default '[]',
  message text,
  decided_by uuid references users,
  created_at timestamptz not null,
  loaded_at timestamptz
);
create index dataset_versions_page on dataset_versions (source, created_at desc, id desc);
create index dataset_versions_files on dataset_versions (source) where has_files;
create unique index dataset_versions_waiting on dataset_versions (source) where status = 'WAITING';
