-- The outcome of a due time that found another run pending.

-- Checked for new rows only, since a check of all would keep the table locked; 0066 checks those of before.
alter table recurring_order_runs
  drop constraint recurring_order_runs_outcome_check,
  add constraint recurring_order_runs_outcome_check
    check (outcome in ('PENDING', 'ORDERED', 'ORDER_IN_PROGRESS', 'RUN_IN_PROGRESS', 'NO_NEW_MATCHES', 'BELOW_MINIMUM',
      'MONTHLY_LIMIT', 'LOW_BALANCE', 'SEARCH_DELETED', 'UNAVAILABLE', 'FAILED')) not valid;
