-- Rolls are imported by the queue of all uploaded files. Ids, keys of files, and waiting jobs stay as they are.

alter table file_imports drop constraint file_imports_kind_check;
alter table file_imports add constraint file_imports_kind_check check (kind in ('DNC', 'CONTACTS', 'ROLL'));
alter table file_imports drop constraint file_imports_status_check;
alter table file_imports add constraint file_imports_status_check
  check (status in ('QUEUED', 'RUNNING', 'LOADED', 'UNCHANGED', 'FAILED'));
-- Of a roll, the table `rolls` has it.
alter table file_imports alter column sha256 drop not null;

insert into file_imports (id, kind, owner_id, name, params, file_name, file_bytes, file_key, sha256, status, share,
  rows_read, rows_taken, rows_rejected, message, uploaded_by, created_at, started_at, finished_at)
-- By its text, a share of four bytes stays the decimal that it was.
select id, 'ROLL', null, name, jsonb_build_object('source', source, 'countyFips', county_fips), file_name, file_bytes,
  file_key, null, status, share::text::double precision, rows_read, coalesce(rows_mapped, 0), coalesce(rows_rejected, 0),
  message, user_id, created_at, started_at, finished_at
from roll_imports;

drop table roll_imports;
