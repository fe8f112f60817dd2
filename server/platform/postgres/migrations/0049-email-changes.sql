-- Changes of an email address in progress, one per user. The codes prove both mailboxes. The hash for the new address is
-- empty where another account has it: the request is answered alike, and no code fits.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  new_email text not null,
  new_code_hash bytea not null,
  current_code_hash bytea not null,
  guesses integer not null default 0,
  expires_at timestamptz not null
);
create index email_changes_expires_at on email_changes (expires_at);

-- The password of the last registration with the address of an account, which changed nothing. Signing in with it is
-- answered as for an account that is not verified yet, so that nobody learns which of the two it is.
create table registration_attempts (
  user_id uuid primary key references users on delete cascade,
  password_hash text not null,
  expires_at timestamptz not null
);
create index registration_attempts_expires_at on registration_attempts (expires_at);
