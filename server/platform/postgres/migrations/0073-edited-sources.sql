-- A setup can edit the source of a loaded dataset: what it started from; null for a county that is added.
alter table county_setups add column basis jsonb;
-- A file of a dataset is a copy of one that is stored with a version.
alter table county_setup_files drop constraint county_setup_files_origin_check;
alter table county_setup_files add constraint county_setup_files_origin_check
  check (origin in ('UPLOAD', 'URL', 'FOLDER', 'DATASET'));

alter table dataset_versions drop constraint dataset_versions_trigger_check;
alter table dataset_versions add constraint dataset_versions_trigger_check
  check (trigger in ('UPLOAD', 'EDIT', 'SHELL', 'SCHEDULE', 'REQUEST', 'ROLLBACK'));
-- The columns that its files no longer have, by name, with their probable new names.
alter table dataset_versions add column renamed jsonb not null default '{}';
-- When administrators were told that it waits for them.
alter table dataset_versions add column notified_at timestamptz;
update dataset_versions set notified_at = created_at where status = 'WAITING';
