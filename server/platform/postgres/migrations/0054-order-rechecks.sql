-- A check of the numbers of an order that changed no result leaves its file as it is. It is proved by a certificate of its
-- own, of the same file.
create table order_rechecks (
  order_id uuid not null,
  version integer not null,
  -- The first check of a version is that of the file itself.
  check_number integer not null check (check_number > 1),
  scrub jsonb not null,
  certificate text not null,
  checked_at timestamptz not null,
  primary key (order_id, version, check_number),
  foreign key (order_id, version) references order_files
);

-- The newest check of the newest version.
alter table orders add column check_number integer not null default 1;

-- Each check has a day on which it expires, so its notices are its own.
alter table order_notices
  add column check_number integer not null default 1,
  drop constraint order_notices_pkey,
  add primary key (order_id, version, check_number, type),
  drop constraint order_notices_type_check,
  add constraint order_notices_type_check
    check (type in ('EXPIRING', 'EXPIRED', 'DNC_REFRESHED', 'DNC_UNCHANGED', 'DNC_REFRESH_FAILED'));
