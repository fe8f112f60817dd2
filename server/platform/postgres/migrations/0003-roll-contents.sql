-- What the store holds of each roll, and whether all of it is there.

alter table rolls
  -- False from before the store changes until after, so that an import cut off in between is known, and done again. The
  -- rolls of earlier versions lack their transfers: the same file again brings them.
  add column is_complete boolean not null default false,
  add column properties integer not null default 0,
  add column transfers integer not null default 0,
  -- How many of its parcels rolls loaded later have taken over.
  add column parcels_lost integer not null default 0,
  -- The version of the data. Other than the time of ingestion it also moves when another roll changes these rows.
  add column changed_at timestamptz not null default clock_timestamp();

update rolls set properties = rows_mapped;
