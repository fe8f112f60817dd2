-- Checks the rows that 0065 left out. In a transaction of its own, whose locks let rows be read and written meanwhile.
alter table recurring_order_runs validate constraint recurring_order_runs_outcome_check;
