-- Where contacts of owners come from. The contacts themselves are in the property store.

create table contact_sources (
  source text primary key,
  name text not null unique,
  owners integer not null,
  phones integer not null,
  emails integer not null,
  as_of date not null,
  sha256 text not null,
  is_generated boolean not null default false,
  ingested_at timestamptz not null
);

-- What the contact vendor was asked, and what it answered, nothing included: used again for 90 days.
create table contact_traces (
  vendor text not null,
  -- Unsigned 64-bit, so text.
  owner_key text not null,
  contacts jsonb not null,
  traced_at timestamptz not null,
  -- Whether the property store has them too, where searches look.
  is_mirrored boolean not null default false,
  primary key (vendor, owner_key)
);
create index contact_traces_unmirrored on contact_traces (traced_at) where not is_mirrored;
create index contact_traces_age on contact_traces (traced_at);

-- Owners about whom the vendor is being asked right now, so that nobody else asks too. Whoever asks moves the end on
-- while it lives; a claim that has ended was left by a process that is gone.
create table contact_claims (
  vendor text not null,
  owner_key text not null,
  -- The batch that they are asked about in.
  batch uuid not null,
  claimed_until timestamptz not null,
  primary key (vendor, owner_key)
);
create index contact_claims_batch on contact_claims (batch);

-- How many owners the vendor was asked about in a day, so that no fault of ours costs more than a day's limit.
create table contact_spending (
  vendor text not null,
  day date not null,
  asked integer not null,
  primary key (vendor, day)
);

-- How the vendor does: after failures in a row it is left alone for a while, then one batch finds out whether it works.
create table contact_vendors (
  vendor text primary key,
  failures integer not null default 0,
  paused_until timestamptz,
  last_error text,
  changed_at timestamptz not null
);
