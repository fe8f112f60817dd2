-- Customers, subscriptions, and what is being bought or changed.

-- Whoever asks the provider takes a number first. What an object was found to be is recorded unless somebody with a higher
-- number was there before: they asked later.
create sequence provider_asks;

-- Who a user is to the payment provider, and the card that renewals are paid with. Its lock makes what is recorded of a
-- customer come one after another; `asked` is the number under which the card was asked for.
create table billing_customers (
  user_id uuid not null references users,
  provider text not null check (provider in ('STRIPE', 'SANDBOX')),
  provider_id text not null,
  payment_method jsonb,
  asked bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (user_id, provider),
  unique (provider, provider_id)
);

-- Price and credits are those of the subscriber, whatever becomes of the plan. `next_…` is a downgrade that waits for the
-- end of the period.
create table subscriptions (
  id uuid primary key,
  user_id uuid not null references users,
  provider text not null check (provider in ('STRIPE', 'SANDBOX')),
  provider_id text not null,
  plan_id uuid not null references plans,
  price integer not null check (price >= 0),
  currency text not null,
  credits_per_period integer not null check (credits_per_period > 0),
  next_plan_id uuid references plans,
  next_price integer,
  next_credits integer,
  status text not null check (status in ('ACTIVE', 'PAST_DUE', 'INACTIVE')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  grace_until timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('CANCELLED', 'PAYMENT_FAILED')),
  -- Paid for while another one lived: it is ended and paid back at once.
  is_duplicate boolean not null default false,
  asked bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_id),
  check (period_start < period_end),
  check ((next_plan_id is null) = (next_price is null) and (next_plan_id is null) = (next_credits is null)),
  check ((status = 'INACTIVE') = (ended_at is not null))
);
create index subscriptions_user on subscriptions (user_id, created_at desc, id);
create unique index subscriptions_live on subscriptions (user_id) where status <> 'INACTIVE';
create index subscriptions_grace on subscriptions (grace_until) where grace_until is not null;

-- A purchase under way. What it costs and gives is settled when it begins.
create table checkouts (
  id uuid primary key,
  user_id uuid not null references users,
  provider text not null check (provider in ('STRIPE', 'SANDBOX')),
  -- The provider's session, or its payment for an automatic top-up; null until the provider was asked.
  provider_id text,
  kind text not null check (kind in ('SUBSCRIPTION', 'PACK', 'PAYMENT_METHOD')),
  source text not null check (source in ('PERSON', 'AUTO_TOP_UP')),
  plan_id uuid references plans,
  pack_id uuid references packs,
  name text not null,
  credits integer not null default 0,
  bonus_credits integer not null default 0,
  list_price integer not null default 0,
  discount integer not null default 0 check (discount between 0 and list_price),
  currency text not null,
  coupon_code text,
  status text not null check (status in ('OPEN', 'PAID', 'FAILED', 'EXPIRED')),
  expires_at timestamptz not null,
  settled_at timestamptz,
  created_at timestamptz not null,
  unique (provider, provider_id)
);
create index checkouts_user on checkouts (user_id, created_at desc, id);
create index checkouts_open on checkouts (expires_at) where status = 'OPEN';
-- One automatic purchase at a time.
create unique index checkouts_top_up on checkouts (user_id, provider) where source = 'AUTO_TOP_UP' and status = 'OPEN';

-- What a change of plan was said to cost. It is applied as quoted, or not at all.
create table subscription_quotes (
  id uuid primary key,
  user_id uuid not null references users,
  subscription_id uuid not null references subscriptions,
  plan_id uuid not null references plans,
  kind text not null check (kind in ('UPGRADE', 'DOWNGRADE', 'KEEP')),
  price integer not null,
  credits_per_period integer not null,
  charge integer not null,
  credit integer not null,
  discount integer not null,
  amount_due integer not null check (amount_due >= 0),
  credits_now integer not null check (credits_now >= 0),
  bonus_credits integer not null default 0,
  coupon_code text,
  currency text not null,
  -- The instant from which days count: the start of the day on which the quote was asked for.
  prorated_at timestamptz not null,
  -- Of the subscription as it was quoted: another one by then voids the quote.
  period_end timestamptz not null,
  from_plan_id uuid not null references plans,
  -- Whether the subscription was cancelled then: a quote that says nothing of a cancellation undoes none.
  cancel_at_period_end boolean not null,
  expires_at timestamptz not null,
  -- Handed to the provider, whose answer is not known until `applied_at`; back to null where it refused. Of several tries
  -- the last one's time, and whose try it is while that goes on.
  started_at timestamptz,
  attempt uuid,
  applied_at timestamptz,
  created_at timestamptz not null
);
create index subscription_quotes_begun on subscription_quotes (subscription_id) where started_at is not null;
create index subscription_quotes_unapplied on subscription_quotes (expires_at) where applied_at is null;
