-- Versions say whether their files were uploaded, fetched from an address or read from a folder of the server.
alter table dataset_versions drop constraint dataset_versions_trigger_check;
alter table dataset_versions add constraint dataset_versions_trigger_check
  check (trigger in ('UPLOAD', 'URL', 'FOLDER', 'EDIT', 'SHELL', 'SCHEDULE', 'REQUEST', 'ROLLBACK'));
