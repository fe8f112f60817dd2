-- Sources of county datasets that administrators saved. Those that Dooryard ships are files, overridden by a source of
-- the same slug.
create table sources (
  slug text primary key,
  -- Of its last version.
  version integer not null check (version > 0),
  name text not null,
  changed_at timestamptz not null
);

-- Every version that was saved: a county dataset names the one it was imported with.
create table source_versions (
  source text not null references sources,
  version integer not null check (version > 0),
  -- With its fields in the order of its author.
  document json not null,
  -- Unknown for one saved in a shell, or whose author was deleted.
  author_id uuid references users on delete set null,
  created_at timestamptz not null,
  primary key (source, version)
);

create index source_versions_by_author on source_versions (author_id) where author_id is not null;

-- 0 for a source that is not stored.
alter table rolls add column source_version integer not null default 0 check (source_version >= 0);
