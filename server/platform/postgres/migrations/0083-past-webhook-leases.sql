-- Until the history is written, however long that takes: an attempt whose lease ended was sent in the present.
alter table webhook_attempts
  alter column leased_until set default case
    when coalesce(current_setting('dooryard.job_prefix', true), '') <> '' then timestamptz 'infinity'
  end;

update webhook_attempts set leased_until = 'infinity'
  where status = 'PENDING' and lease = '00000000-0000-7000-8000-000000000901';
