-- A session ends some time after its sign-in, however often it is used. Those that there are get the end that they would
-- have had: what has lasted longer ends now, and what had expired before keeps the time at which it did.

alter table sessions add column ends_by timestamptz;

update sessions
set ends_by = case
  when impersonator_id is not null then expires_at
  else greatest(
    sessions.created_at + case users.role when 'SUPER_ADMIN' then interval '30 days' else interval '90 days' end,
    least(expires_at, now())
  )
end
from users where users.id = sessions.user_id;

update sessions set expires_at = ends_by where expires_at > ends_by;

alter table sessions
  alter column ends_by set not null,
  add constraint sessions_ends_by check (expires_at <= ends_by);
