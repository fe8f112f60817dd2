-- A demo begins with the history of a year, written in the background by the use cases of the portal.

-- How far the clock of a connection differs from that of the server: not at all, except on the connections that write
-- the history. What the database dates by itself is dated by it.
create function clock_offset() returns interval language sql stable as $$
  select coalesce(nullif(current_setting('dooryard.clock_offset', true), '')::interval, interval '0')
$$;

alter table billing_customers alter column created_at set default now() + clock_offset();
alter table campaigns
  alter column created_at set default now() + clock_offset(),
  alter column updated_at set default now() + clock_offset();
alter table credit_entries alter column created_at set default now() + clock_offset();
alter table credit_holds alter column created_at set default now() + clock_offset();
alter table order_transitions alter column at set default now() + clock_offset();
alter table orders
  alter column created_at set default now() + clock_offset(),
  alter column updated_at set default now() + clock_offset();
alter table packs
  alter column created_at set default now() + clock_offset(),
  alter column updated_at set default now() + clock_offset();
alter table plans
  alter column created_at set default now() + clock_offset(),
  alter column updated_at set default now() + clock_offset();
alter table rolls alter column changed_at set default clock_timestamp() + clock_offset();
alter table sessions alter column confirmed_at set default now() + clock_offset();
alter table users
  alter column created_at set default now() + clock_offset(),
  alter column updated_at set default now() + clock_offset();

-- At most one: the history of the demo accounts, from before their first steps until `ends_at`, when the demo started.
create table demo_history (
  id boolean primary key default true check (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- Up to where it is written, and the last step that was begun: a start after an interruption goes on behind it.
  written_until timestamptz not null,
  last_step text,
  -- By the real clock. Without a change for some minutes, nobody is writing it.
  changed_at timestamptz not null,
  finished_at timestamptz
);

-- While a history is written, renewals and retries of the sandbox run up to there, and not up to the present.
alter table sandbox_clock add column due_until timestamptz;
