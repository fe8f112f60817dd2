-- The ledger as a chain with marks, what is on offer, coupons, subscriptions, payments, and the payment provider of a demo.

-- Each entry is hashed with the one before it of the same account, and the account says how many there are and the hash
-- of the last: what is changed, taken out or cut off shows.
alter table credit_accounts
  add column entry_count bigint not null default 0,
  add column head_hash bytea not null default sha256(''),
  -- A job is added whenever fewer credits than this can be spent; null for nobody who asked.
  add column watch_below bigint check (watch_below > 0),
  -- Somebody who acted as the user has taken it below: no job is added before the next change.
  add column watch_waits boolean not null default false;

alter table credit_entries
  add column seq bigint,
  add column transaction_id uuid,
  -- The change of what goes when it comes back from the hold of the entry's order. A mark that names a payment is of its
  -- refund.
  add column marked bigint not null default 0,
  add column previous_hash bytea,
  add column hash bytea,
  drop constraint credit_entries_type_check,
  drop constraint credit_entries_check,
  add constraint credit_entries_type_check check
    (type in ('GRANT', 'PURCHASE', 'COUPON', 'HOLD', 'CAPTURE', 'RELEASE', 'REFUND', 'EXPIRE', 'ADJUST', 'MARK')),
  add constraint credit_entries_check check (amount <> 0 or held <> 0 or marked <> 0),
  add constraint credit_entries_marked_check check (marked = 0 or order_id is not null);
-- Entries of a user go by their number in the ledger from now on.
drop index credit_entries_user;
create index credit_entries_at on credit_entries (user_id, created_at);

-- What is hashed of an entry: every column in a form that does not depend on settings of the session.
create function credit_entry_text(entry credit_entries) returns text language sql immutable as $$
  select jsonb_build_array(
    entry.user_id, entry.seq, entry.id, entry.type, entry.bucket,
    entry.amount, entry.held, entry.balance_after, entry.held_after,
    entry.order_id, entry.transaction_id, entry.reason, entry.actor,
    (extract(epoch from entry.created_at) * 1000000)::bigint, entry.marked
  )::text
$$;

-- The account is locked by whoever changes it, so its entries come one after another.
create function chain_credit_entry() returns trigger language plpgsql as $$
begin
  update credit_accounts set entry_count = entry_count + 1 where user_id = new.user_id
    returning entry_count, head_hash into new.seq, new.previous_hash;
  new.hash := sha256(new.previous_hash || convert_to(credit_entry_text(new), 'UTF8'));
  update credit_accounts set head_hash = new.hash where user_id = new.user_id;
  return new;
end $$;

-- Entries from before there was a chain are hashed as they stand.
alter table credit_entries disable trigger credit_entries_append_only;
do $$
declare
  entry credit_entries;
  owner uuid;
  count bigint;
  head bytea;
begin
  -- An account is written once, after its last entry: each change of a row leaves a version that the next has to pass.
  for entry in select * from credit_entries order by user_id, id loop
    if entry.user_id is distinct from owner then
      update credit_accounts set entry_count = count, head_hash = head where user_id = owner;
      owner := entry.user_id;
      count := 0;
      head := sha256('');
    end if;
    count := count + 1;
    entry.seq := count;
    entry.previous_hash := head;
    head := sha256(head || convert_to(credit_entry_text(entry), 'UTF8'));
    update credit_entries set seq = entry.seq, previous_hash = entry.previous_hash, hash = head where id = entry.id;
  end loop;
  update credit_accounts set entry_count = count, head_hash = head where user_id = owner;
end $$;
alter table credit_entries enable trigger credit_entries_append_only;
alter table credit_entries
  alter column seq set not null,
  alter column previous_hash set not null,
  alter column hash set not null;
create unique index credit_entries_seq on credit_entries (user_id, seq);
create trigger credit_entries_chain before insert on credit_entries for each row execute function chain_credit_entry();

create index credit_holds_open on credit_holds (user_id, created_at, order_id) where settled_at is null;

-- The ledger is verified once a day. The digest stands for all accounts as they were. A row counts by its seal alone,
-- which is made with the secret of the portal: whoever has nothing but the database cannot say that a day was looked at.
create table ledger_checks (
  day date primary key,
  begun_at timestamptz,
  is_intact boolean,
  accounts bigint,
  entries bigint,
  digest bytea,
  checked_at timestamptz,
  -- When the administrators were told that it had not ended.
  late_at timestamptz,
  seal bytea
);

-- Of an answer whose work is done outside a transaction: who does it, so that one who was thought dead records nothing.
-- `created_at` is then the last sign of life, and in the end when the answer was given.
alter table idempotent_answers add column claim uuid;

-- What is on offer. Prices are cents. An offer is never deleted, since purchases name it.

create table plans (
  id uuid primary key,
  name text not null,
  monthly_credits integer not null check (monthly_credits > 0),
  price integer not null check (price >= 0),
  currency text not null default 'USD',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
insert into plans (id, name, monthly_credits, price) values
  ('00000000-0000-7000-8000-000000000101', 'Starter', 1000, 4900),
  ('00000000-0000-7000-8000-000000000102', 'Growth', 4000, 14900),
  ('00000000-0000-7000-8000-000000000103', 'Scale', 16000, 49900);

create table packs (
  id uuid primary key,
  name text not null,
  credits integer not null check (credits > 0),
  price integer not null check (price >= 0),
  currency text not null default 'USD',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
insert into packs (id, name, credits, price) values
  ('00000000-0000-7000-8000-000000000201', '500 credits', 500, 3500),
  ('00000000-0000-7000-8000-000000000202', '2,000 credits', 2000, 12000),
  ('00000000-0000-7000-8000-000000000203', '10,000 credits', 10000, 50000);

-- Coupons. `value` is percent, cents or credits, by kind.

create table coupons (
  id uuid primary key,
  code text not null unique check (code = upper(code)),
  kind text not null check (kind in ('PERCENT', 'AMOUNT', 'CREDITS')),
  value integer not null check (value > 0 and (kind <> 'PERCENT' or value <= 100)),
  applies_to text not null check (applies_to in ('SUBSCRIPTION', 'PACK', 'ANY')),
  starts_at timestamptz,
  ends_at timestamptz,
  max_redemptions integer check (max_redemptions > 0),
  per_user_limit integer not null default 1 check (per_user_limit > 0),
  affiliate_user_id uuid references users,
  -- Whoever reserves a coupon with a limit adds what was redeemed since to its tally, under the lock that they hold
  -- anyway: a payment that redeems one waits for nobody.
  tally integer not null default 0 check (tally >= 0),
  is_active boolean not null default true,
  archived_at timestamptz,
  created_at timestamptz not null,
  check (starts_at < ends_at)
);
create index coupons_newest on coupons (created_at desc, id desc);
create index coupons_affiliate on coupons (affiliate_user_id) where affiliate_user_id is not null;

-- A purchase under way reserves its redemption until `reserved_until`, so that nobody else takes the last one meanwhile.
create table coupon_redemptions (
  id uuid primary key,
  coupon_id uuid not null references coupons,
  user_id uuid not null references users,
  -- The checkout or the quote that it is for.
  purchase_id uuid not null unique,
  purchase text not null check (purchase in ('SUBSCRIPTION', 'PACK')),
  status text not null check (status in ('RESERVED', 'REDEEMED', 'RELEASED')),
  discount integer not null check (discount >= 0),
  credits integer not null check (credits >= 0),
  reserved_until timestamptz not null,
  redeemed_at timestamptz,
  created_at timestamptz not null,
  is_tallied boolean not null default false
);
-- With the purchase, so that uses are counted without reading the table.
create index coupon_redemptions_redeemed on coupon_redemptions (coupon_id, redeemed_at desc, id desc)
  include (purchase_id) where status = 'REDEEMED';
create index coupon_redemptions_reserved on coupon_redemptions (coupon_id, reserved_until)
  include (purchase_id) where status = 'RESERVED';
create index coupon_redemptions_untallied on coupon_redemptions (coupon_id) include (purchase_id)
  where status = 'REDEEMED' and not is_tallied;
create index coupon_redemptions_user on coupon_redemptions (user_id, coupon_id);

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
