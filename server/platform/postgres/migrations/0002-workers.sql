-- One row for each running worker: whoever has not beaten for a while is dead, and its jobs are given to others.
create table workers (
  id text primary key,
  beat_at timestamptz not null default now()
);
