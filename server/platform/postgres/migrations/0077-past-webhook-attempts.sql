-- Attempts of a demo's history are leased from the start to what writes it, so that no dispatcher sends them in the
-- present.
alter table webhook_attempts
  alter column lease set default case
    when coalesce(current_setting('dooryard.job_prefix', true), '') <> '' then '00000000-0000-7000-8000-000000000901'::uuid
  end,
  alter column leased_until set default case
    when coalesce(current_setting('dooryard.job_prefix', true), '') <> '' then now() + interval '1 hour'
  end;
