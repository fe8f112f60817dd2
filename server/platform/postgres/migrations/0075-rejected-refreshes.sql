-- The last result of a refresh says that its file was rejected.
alter table dataset_refreshes drop constraint dataset_refreshes_last_outcome_check;
alter table dataset_refreshes add constraint dataset_refreshes_last_outcome_check
  check (last_outcome in ('UNCHANGED', 'LOADED', 'WAITING', 'REJECTED', 'FAILED'));
