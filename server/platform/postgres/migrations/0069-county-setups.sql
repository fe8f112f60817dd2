-- Counties that administrators are adding from files, as far as they have come.
create table county_setups (
  id uuid primary key,
  created_by uuid not null references users,
  status text not null check (status in ('OPEN', 'IMPORTED')),
  name text,
  county_fips text,
  -- The table that the administrator chose as the main one; null leaves it to the proposal.
  main_table text,
  -- Rises with each change of files and tables, so that a proposal or check of an earlier state is recognized.
  tables_version integer not null default 0,
  proposal_status text not null default 'NONE' check (proposal_status in ('NONE', 'RUNNING', 'READY', 'FAILED')),
  proposal jsonb,
  document jsonb,
  document_version integer not null default 0,
  is_document_edited boolean not null default false,
  import_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index county_setups_newest on county_setups (created_by, created_at desc, id) where status = 'OPEN';
create index county_setups_oldest on county_setups (updated_at);

create table county_setup_files (
  id uuid primary key,
  setup_id uuid not null references county_setups on delete cascade,
  file_name text not null,
  file_bytes bigint,
  -- Null until the file has arrived, and once the import has it.
  file_key text,
  origin text not null check (origin in ('UPLOAD', 'URL', 'FOLDER')),
  location text,
  status text not null check (status in ('RECEIVING', 'QUEUED', 'READING', 'READY', 'FAILED')),
  share double precision not null default 0,
  message text,
  added_at timestamptz not null
);
create index county_setup_files_by_setup on county_setup_files (setup_id, added_at, id);

create table county_setup_tables (
  setup_id uuid not null references county_setups on delete cascade,
  -- Names the table in the document.
  id text not null,
  file_id uuid not null references county_setup_files on delete cascade,
  position integer not null,
  is_used boolean not null,
  is_reading boolean not null default false,
  -- What was found, without the rows, which are a file.
  inspection jsonb not null,
  choices jsonb not null default '{}',
  message text,
  primary key (setup_id, id)
);
create index county_setup_tables_by_file on county_setup_tables (file_id);

create table county_setup_checks (
  setup_id uuid primary key references county_setups on delete cascade,
  -- Of this run of the check: a run that was replaced writes nothing more.
  run_id uuid not null,
  status text not null check (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELED')),
  document_version integer not null,
  tables_version integer not null,
  share double precision not null default 0,
  rows_read bigint not null default 0,
  message text,
  report jsonb,
  started_at timestamptz,
  finished_at timestamptz
);

-- Imports of several files, and imports that are canceled.
alter table file_imports add column named_files jsonb not null default '[]';
alter table file_imports add column cancel_requested_at timestamptz;
alter table file_imports drop constraint file_imports_status_check;
alter table file_imports add constraint file_imports_status_check
  check (status in ('QUEUED', 'RUNNING', 'LOADED', 'UNCHANGED', 'FAILED', 'CANCELED'));
