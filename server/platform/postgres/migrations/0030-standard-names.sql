-- Standard names for tables and columns whose names misled.
--
-- Processes of the release before go on running beside this one, so every former name works until the next release: of a
-- table as a view, of a column as a second column that a trigger keeps equal. Each has a comment that begins with "Former
-- name of"; the next release drops what has one, with the functions whose names end in "_former_names".

-- A simple view takes inserts with ON CONFLICT, updates, deletes and row locks as its table does.
do $$
declare
  app_role text := (select rolname from pg_roles where rolname =
    'dooryard_app_' || (select oid from pg_database where datname = current_database()));
  former text;
  standard text;
  columns text;
  part text;
begin
  for former, standard in values
    ('dnc_loads', 'dnc_batches'),
    ('dnc_copies', 'dnc_list_versions'),
    ('contact_claims', 'contact_leases'),
    ('contact_spending', 'contact_daily_usage'),
    ('idempotent_answers', 'idempotency_keys'),
    ('board_leads', 'pipeline_leads'),
    ('api_key_days', 'api_key_daily_usage'),
    ('webhook_hours', 'webhook_hourly_stats')
  loop
    execute format('alter table %I rename to %I', former, standard);
    -- Constraints first: the index of one is renamed with it.
    for part in select conname from pg_constraint
      where conrelid = standard::regclass and starts_with(conname, former || '_')
    loop
      execute format('alter table %I rename constraint %I to %I', standard, part, replace(part, former, standard));
    end loop;
    for part in select relname from pg_class join pg_index on indexrelid = pg_class.oid
      where indrelid = standard::regclass and starts_with(relname, former || '_')
    loop
      execute format('alter index %I rename to %I', part, replace(part, former, standard));
    end loop;
    -- By their names, for the columns of a table may be renamed and those of the view stay.
    select string_agg(quote_ident(attname), ', ' order by attnum) into columns from pg_attribute
      where attrelid = standard::regclass and attnum > 0 and not attisdropped;
    execute format('create view %I (%s) as select * from %I', former, columns, standard);
    execute format('comment on view %I is %L', former, 'Former name of ' || standard);
    -- At once, and not when this release starts: the one before is at work.
    if app_role is not null then
      execute format('grant select, insert, update, delete on %I to %I', former, app_role);
    end if;
  end loop;
end $$;

alter sequence dnc_loads_id_seq rename to dnc_batches_id_seq;
alter sequence dnc_copies_id_seq rename to dnc_list_versions_id_seq;
alter index dnc_list_versions_load rename to dnc_list_versions_batch;

-- Who does the work of the request, outside a transaction.
alter table idempotency_keys rename column claim to locked_by;
comment on column idempotent_answers.claim is 'Former name of locked_by';

-- The column itself is renamed, with its indexes and constraints, and rewritten nowhere. The one of the former name has no
-- index, which the release before can do without for a while.
do $$
declare
  of_table text;
  pairs text[];
  former text;
  standard text;
  part text;
  kind text;
  fallback text;
  is_mostly text;
  unequal text[];
  copies text[];
  inserted text;
  updated text;
begin
  for of_table, pairs in values
    ('saved_searches', array[
      ['told_set', 'notified_set'], ['seen_set', 'viewed_set'], ['latest_set', 'current_set'],
      ['entered', 'added_count'], ['departed', 'removed_count'],
      ['tried_at', 'last_attempt_at'], ['tried_data', 'last_attempt_version']]),
    ('orders', array[
      ['put_off', 'deferred_reason'], ['failures', 'attempt_failures'],
      ['step_of', 'step_total'], ['step_done', 'step_progress'], ['refresh_since', 'refreshing_since']]),
    ('webhooks', array[['hung_at', 'last_timeout_at']]),
    ('coupons', array[['tally', 'redemption_count']]),
    ('coupon_redemptions', array[['is_tallied', 'is_counted']]),
    ('contact_traces', array[['is_mirrored', 'is_synced']]),
    ('credit_accounts', array[['watch_below', 'alert_threshold'], ['watch_waits', 'alert_pending']]),
    ('ledger_checks', array[['begun_at', 'started_at'], ['late_at', 'alerted_at'], ['seal', 'signature']]),
    ('rolls', array[['parcels_lost', 'conflicting_parcels']]),
    ('billing_customers', array[['asked', 'sequence']]),
    ('subscriptions', array[['asked', 'sequence']]),
    ('sandbox_clock', array[['ahead_ms', 'offset_ms']]),
    ('payment_transactions', array[['part_lost', 'partial_refund_amount']])
  loop
    unequal := '{}';
    copies := '{}';
    inserted := '';
    updated := '';
    for at in 1 .. array_length(pairs, 1) loop
      former := pairs[at][1];
      standard := pairs[at][2];
      select format_type(atttypid, atttypmod), coalesce(pg_get_expr(adbin, adrelid), 'null') into strict kind, fallback
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = of_table::regclass and attname = former;
      execute format('alter table %I rename column %I to %I', of_table, former, standard);
      for part in select conname from pg_constraint
        where conrelid = of_table::regclass and starts_with(conname, of_table || '_' || former || '_')
      loop
        execute format('alter table %I rename constraint %I to %I', of_table, part, replace(part, former, standard));
      end loop;
      -- What most rows have is given to all without writing them, and only the others are written.
      is_mostly := case when of_table = 'contact_traces' then 'true' else fallback end;
      execute format('alter table %I add column %I %s default %s', of_table, former, kind, is_mostly);
      execute format('alter table %I alter column %I set default %s', of_table, former, fallback);
      execute format('comment on column %I.%I is %L', of_table, former, 'Former name of ' || standard);
      unequal := unequal || format('new.%I is distinct from new.%I', former, standard);
      copies := copies || format('%I = %I', former, standard);
      inserted := inserted || format(
        '    if new.%1$I is distinct from %3$s then new.%2$I := new.%1$I; else new.%1$I := new.%2$I; end if;' || E'\n',
        standard, former, fallback);
      updated := updated || format(
        '    if new.%2$I is distinct from old.%2$I then new.%1$I := new.%2$I; else new.%2$I := new.%1$I; end if;' || E'\n',
        standard, former);
    end loop;
    execute format('update %I set %s where %s', of_table, array_to_string(copies, ', '),
      replace(array_to_string(unequal, ' or '), 'new.', ''));
    -- Fields are set by name: anything that took rows of all tables alike would read and write their long texts as well.
    execute format(E'create function %I() returns trigger language plpgsql as $body$\n'
      || E'begin\n  if tg_op = ''INSERT'' then\n%s  else\n%s  end if;\n  return new;\nend $body$',
      of_table || '_former_names', inserted, updated);
    -- Whatever changed, the two differ: most writes change neither.
    execute format('create trigger former_names before insert or update on %I for each row when (%s) execute function %I()',
      of_table, array_to_string(unequal, ' or '), of_table || '_former_names');
  end loop;
end $$;

alter index saved_searches_told_set rename to saved_searches_notified_set;
alter index saved_searches_seen_set rename to saved_searches_viewed_set;
alter index saved_searches_latest_set rename to saved_searches_current_set;
alter index saved_searches_untold rename to saved_searches_unnotified;
alter index saved_searches_tried rename to saved_searches_last_attempt;
alter index coupon_redemptions_untallied rename to coupon_redemptions_uncounted;
alter index contact_traces_unmirrored rename to contact_traces_unsynced;

-- Of these columns alone the application may change anything, and the release before knows them by their former names.
do $$
declare
  app_role text := (select rolname from pg_roles where rolname =
    'dooryard_app_' || (select oid from pg_database where datname = current_database()));
begin
  if app_role is not null then
    execute format('grant update (begun_at, late_at, seal) on ledger_checks to %I', app_role);
  end if;
end $$;
