-- A link that signs in is a code of its own purpose: it ends with the other codes when the password changes. It is found
-- by its hash, since the link names no user.
alter table email_codes drop constraint email_codes_purpose_check;
alter table email_codes add constraint email_codes_purpose_check
  check (purpose in ('VERIFY_EMAIL', 'RESET_PASSWORD', 'INVITATION', 'SIGN_IN_LINK'));
create unique index email_codes_sign_in_link on email_codes (code_hash)
  where purpose = 'SIGN_IN_LINK' and code_hash <> '';

-- Sign-ins in progress at a provider of OpenID Connect. A row is deleted by the answer that it expects, so each answer works
-- once. `encrypted` holds the nonce and the PKCE verifier.
create table oidc_requests (
  state_hash bytea primary key,
  provider text not null,
  browser_hash bytea not null,
  -- Whose account is to be connected; null for a sign-in.
  user_id uuid references users on delete cascade,
  encrypted text not null,
  expires_at timestamptz not null
);
create index oidc_requests_user_id on oidc_requests (user_id) where user_id is not null;
create index oidc_requests_expires_at on oidc_requests (expires_at);

-- A subject is unique within its issuer alone (OpenID Connect Core 1.0, 5.7), so a provider that is configured with
-- another issuer vouches for nobody of the former one.
create table external_identities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider text not null,
  issuer text not null,
  subject text not null,
  -- At the provider, when it was connected.
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index external_identities_user_id on external_identities (user_id);

-- To tell a new browser by those before.
create index sessions_user_agents on sessions (user_id) where impersonator_id is null;
