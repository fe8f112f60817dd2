-- What a person proves beside the password: codes of an authenticator app, and recovery codes for the day it is lost.
create table totp_secrets (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted with the portal's secret.
  secret text not null,
  created_at timestamptz not null,
  -- Null until the app has shown its first code; until then nothing is asked for.
  confirmed_at timestamptz,
  -- The 30-second step of the last accepted code, which makes it and earlier ones worthless.
  last_used_step integer
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  hash bytea not null check (length(hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- Browsers that are not asked for a second factor. Several users of a browser share its token.
create table remembered_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  unique (token_hash, user_id)
);
create index remembered_devices_user on remembered_devices (user_id, last_used_at desc);

-- Roles whose users need a second factor.
create table second_factor_policies (
  role text primary key check (role in ('SUPER_ADMIN', 'CONSUMER_USER', 'AFFILIATE_USER', 'ENTERPRISE_USER')),
  is_required boolean not null,
  changed_by uuid not null references users,
  changed_at timestamptz not null
);

-- Sign-ins that wait for a second factor, by the SHA-256 of their ticket.
create table sign_in_challenges (
  ticket_hash bytea primary key check (length(ticket_hash) = 32),
  user_id uuid not null references users on delete cascade,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);

-- When the person last proved who they are. The default is for the release before, while both run.
alter table sessions add column confirmed_at timestamptz not null default now();
update sessions set confirmed_at = created_at;
