-- Codes by mail, acting as a user, profile pictures, the audit log, limits, and the mails of a demo.

alter table users
  add column picture_key text,
  add column closed_at timestamptz,
  -- What a user is found by. The parts stand on lines of their own, so that no search finds the end of one and the
  -- beginning of the next.
  add column search_text text generated always as
    (lower(first_name || ' ' || last_name || E'\n' || email || E'\n' || coalesce(company_name, ''))) stored;
create unique index users_picture on users (picture_key) where picture_key is not null;
create index users_newest on users (created_at desc, id desc);
create index users_by_name on users (lower(first_name || ' ' || last_name), id);

-- An administrator who acts as a user has a session of that user's which names them, and ends with their own.
alter table sessions
  add column impersonator_id uuid references users,
  add column impersonator_session_id uuid references sessions on delete cascade,
  add column impersonation_reason text,
  add constraint sessions_impersonation check (
    (impersonator_id is null) = (impersonator_session_id is null)
    and (impersonator_id is null) = (impersonation_reason is null)
  );
create index sessions_impersonator on sessions (impersonator_session_id) where impersonator_session_id is not null;

-- One code of each purpose at a time. The hash is keyed, for six digits are soon tried.
create table email_codes (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('VERIFY_EMAIL', 'RESET_PASSWORD')),
  code_hash bytea not null,
  guesses integer not null default 0,
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);

-- Of the limiter, in the shape that its library asks for: `expire` is in milliseconds of the epoch. A crash forgets it.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- The mails of a demo, which sends none.
create table outbox_mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  created_at timestamptz not null
);
create index outbox_mails_newest on outbox_mails (created_at desc, id);

-- The audit log. Ids count without a gap and each entry is hashed with the one before, so what is changed or taken out
-- in the middle shows. No reference to users: an entry stays whatever becomes of them.
create table audit_log (
  id bigint primary key,
  at timestamptz not null,
  action text not null,
  actor_id uuid,
  on_behalf_of_id uuid,
  object_type text,
  object_id text,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  ip_address text,
  previous_hash bytea not null,
  hash bytea not null
);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_on_behalf_of on audit_log (on_behalf_of_id, id desc) where on_behalf_of_id is not null;
create index audit_log_action on audit_log (action, id desc);
create index audit_log_object on audit_log (object_id, id desc);
create index audit_log_request on audit_log (request_id) where request_id is not null;
create index audit_log_at on audit_log (at);

-- What is hashed of an entry: every column in a form that does not depend on settings of the session.
create function audit_text(entry audit_log) returns text language sql immutable as $$
  select jsonb_build_array(
    entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.action, entry.actor_id, entry.on_behalf_of_id,
    entry.object_type, entry.object_id, entry.before, entry.after, entry.reason, entry.request_id, entry.ip_address
  )::text
$$;

-- The lock is held until the transaction ends, so audit last.
create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  newest audit_log;
begin
  perform pg_advisory_xact_lock(hashtext('audit_log'));
  select * into newest from audit_log order by id desc limit 1;
  new.id := coalesce(newest.id, 0) + 1;
  new.previous_hash := coalesce(newest.hash, sha256(''));
  new.hash := sha256(new.previous_hash || convert_to(audit_text(new), 'UTF8'));
  return new;
end $$;
create trigger audit_log_chain before insert on audit_log for each row execute function chain_audit_entry();
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
