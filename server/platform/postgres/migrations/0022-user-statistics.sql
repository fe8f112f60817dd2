-- What the figures of one user are read from, however much they have done.

-- Of the numbers checked for a file, how many there were and how many may be called: read by the thousand, and the check
-- itself is long.
alter table order_files
  add column numbers integer generated always as ((scrub ->> 'numbers')::integer) stored,
  add column callable_numbers integer generated always as (case when scrub is not null then coalesce(
    (jsonb_path_query_first(scrub, '$.byResult[*] ? (@.result == "CLEAN").count') #>> '{}')::integer, 0
  ) end) stored;
create index order_files_delivered on order_files (order_id) include (numbers, callable_numbers)
  where version = 1 and numbers is not null;

-- A hundred thousand entries are added up from the index alone, without the table.
create index credit_entries_figures on credit_entries (user_id, created_at) include (type, amount, held, transaction_id);
drop index credit_entries_at;

create index audit_log_sign_ins on audit_log (actor_id, at) where action = 'session.started';
