-- Layouts of files that users name, and every file that was written in one.
create table export_presets (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  layout jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index export_presets_by_name on export_presets (user_id, lower(name));

create table order_exports (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- The version of the order's file from whose check of the numbers the export was written.
  file_version integer not null,
  layout jsonb not null,
  -- Null once the file was deleted; its link is valid for minutes.
  file_key text,
  sha256 text not null,
  rows integer not null,
  created_at timestamptz not null
);
create index order_exports_by_user on order_exports (user_id, created_at desc);
create index order_exports_by_order on order_exports (order_id);
create index order_exports_with_file on order_exports (created_at) where file_key is not null;
