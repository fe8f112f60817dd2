-- Payments with their invoices, automatic top-ups, events, and the payment provider of a demo.

-- One row for each payment that the provider tells of, whatever becomes of it. The invoice is what stood in it when it was
-- paid: whom from, whom to, lines, discount and tax.
create table payment_transactions (
  id uuid primary key,
  user_id uuid not null references users,
  provider text not null check (provider in ('STRIPE', 'SANDBOX')),
  provider_ref text not null,
  -- What a refund is asked of.
  payment_ref text,
  kind text not null check (kind in ('SUBSCRIPTION', 'PACK')),
  reason text not null check (reason in ('FIRST', 'RENEWAL', 'CHANGE', 'PACK', 'AUTO_TOP_UP')),
  description text not null,
  subscription_id uuid references subscriptions,
  checkout_id uuid references checkouts,
  quote_id uuid references subscription_quotes,
  amount integer not null check (amount >= 0),
  discount integer not null default 0 check (discount >= 0),
  currency text not null,
  status text not null check (status in ('PAID', 'FAILED', 'REFUNDED')),
  coupon_code text,
  credits_granted integer not null default 0 check (credits_granted >= 0),
  failure text,
  invoice_number text unique,
  invoice jsonb,
  period_start timestamptz,
  period_end timestamptz,
  paid_at timestamptz,
  refunded_at timestamptz,
  refund_reason text,
  -- Why the portal itself owes a payment back: DUPLICATE, a subscription too many; CLOSED, that of a closed account; ENDED,
  -- paid for after the end.
  refund_cause text check (refund_cause in ('DUPLICATE', 'CLOSED', 'ENDED')),
  -- The administrator who asked for a refund first: the provider may pay back and nobody be left to say for whom.
  refund_requested_by uuid references users,
  refund_requested_at timestamptz,
  -- Cents that went back at the provider, with which the credits stayed: administrators are told once of each.
  part_lost integer not null default 0 check (part_lost >= 0),
  -- Of one that counts as refunded: when it was seen that the dispute was won.
  dispute_won_at timestamptz,
  -- Of one that was paid back: its credit note cancels the invoice, and says what it says, the other way round, so the
  -- number is all there is to keep.
  credit_note_number text unique,
  created_at timestamptz not null,
  unique (provider, provider_ref),
  check ((status = 'FAILED') = (invoice_number is null)),
  check ((invoice_number is null) = (invoice is null)),
  check (credit_note_number is null or (status = 'REFUNDED' and refunded_at is not null))
);
create index payment_transactions_user on payment_transactions (user_id, created_at desc, id desc);
create index payment_transactions_subscription on payment_transactions (subscription_id)
  where subscription_id is not null;
create index payment_transactions_checkout on payment_transactions (checkout_id) where checkout_id is not null;
create index payment_transactions_quote on payment_transactions (quote_id) where quote_id is not null;
-- An affiliate sees how many purchases with each were refunded.
create index payment_transactions_refunded_coupon on payment_transactions (coupon_code)
  where status = 'REFUNDED' and coupon_code is not null;

-- The locks of these two make numbers follow one another without a gap: what is rolled back gives its number back.
create table invoice_numbers (
  id boolean primary key default true check (id),
  last bigint not null default 0
);
insert into invoice_numbers default values;

create table credit_note_numbers (
  id boolean primary key default true check (id),
  last bigint not null default 0
);
insert into credit_note_numbers default values;

-- Renewals and refunds that nobody asked for here are found by whose they are.
create index audit_log_owner on audit_log ((after ->> 'user'), id desc) where after ->> 'user' is not null;

create table auto_top_ups (
  user_id uuid primary key references users on delete cascade,
  is_enabled boolean not null,
  threshold integer not null check (threshold > 0),
  pack_id uuid not null references packs,
  monthly_cap integer not null check (monthly_cap > 0),
  paused_reason text,
  updated_at timestamptz not null
);

-- What the provider told, once for each id, however often it tells it.
create table payment_events (
  provider text not null check (provider in ('STRIPE', 'SANDBOX')),
  id text not null,
  type text not null,
  object_kind text not null,
  object_id text not null,
  customer_id text,
  created_at timestamptz not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  primary key (provider, id)
);
create index payment_events_age on payment_events (received_at);

-- The payment provider of a demo: its own customers, sessions, subscriptions and invoices, as documents.
create table sandbox_objects (
  id text primary key,
  kind text not null check (kind in ('CUSTOMER', 'SESSION', 'SUBSCRIPTION', 'INVOICE', 'PAYMENT')),
  customer_id text,
  body jsonb not null,
  -- When something is to be done about it by itself: a renewal, another try, an end.
  due_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_objects_kind on sandbox_objects (kind, customer_id);
create index sandbox_objects_due on sandbox_objects (due_at, id) where due_at is not null;

create table sandbox_clock (
  id boolean primary key default true check (id),
  ahead_ms bigint not null default 0 check (ahead_ms >= 0)
);
insert into sandbox_clock default values;
