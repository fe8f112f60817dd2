-- A worker asks for its next job before it is noted that the queue of the last one is free, finds none, and sleeps. So
-- whoever frees a queue wakes the workers of every process, as whoever adds a job does.
create function wake_workers() returns trigger language plpgsql as $$
begin
  perform pg_notify('jobs:insert', '{"count":1}');
  return null;
end $$;
create trigger wake_workers after update on graphile_worker._private_job_queues
  for each row when (old.locked_at is not null and new.locked_at is null) execute function wake_workers();
