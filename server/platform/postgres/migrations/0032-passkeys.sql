-- Passkeys of users, and the challenges that were answered with one.

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique, -- base64url, as browsers send it
  public_key bytea not null, -- COSE
  -- Uses of the authenticator; 0 where it does not count, as synced ones do not.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id, created_at);

-- A challenge carries its own proof and expiry; only one that was answered has a row, so that it works once.
create table used_passkey_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_passkey_challenges_by_expiry on used_passkey_challenges (expires_at);
