-- Who invoices are made out to, where it is not who the profile says.
create table billing_details (
  user_id uuid primary key references users on delete cascade,
  name text not null,
  street text not null,
  apt_suite text,
  city text not null,
  state text,
  postal_code text,
  country text not null,
  tax_id_type text,
  tax_id text,
  updated_at timestamptz not null,
  check ((tax_id_type is null) = (tax_id is null))
);

-- When a user wants to hear of their spending, in credits, and what they were told already.
create table spending_alerts (
  user_id uuid primary key references users on delete cascade,
  per_day integer check (per_day > 0),
  per_month integer check (per_month > 0),
  balance_below integer check (balance_below > 0),
  -- The last day and month (UTC) of which the user was told.
  notified_day date,
  notified_month date,
  -- The user was told that the balance is low, and it has not recovered since.
  is_balance_notified boolean not null default false,
  updated_at timestamptz not null
);
