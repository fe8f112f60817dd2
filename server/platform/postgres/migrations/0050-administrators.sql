-- Partial refunds, notes on users, and the lists and statistics of administrators.

-- A partial refund in progress: its id at the provider, its cents, and the last ledger entry before its credits were taken.
-- Without an id the request is for all that is left of the payment. The computed column rewrites the table, in the same pass
-- as its checks.
alter table payment_transactions
  add column refund_id uuid,
  add column refund_part integer check (refund_part > 0),
  add column refund_after_entry bigint,
  add column search_text text generated always as (
    lower(description || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(credit_note_number, '') || ' ' || provider_ref)
  ) stored,
  add constraint payment_transactions_refund_part check ((refund_id is null) = (refund_part is null)),
  add constraint payment_transactions_refunded_part check (partial_refund_amount <= amount);

-- Refunds of parts of payments that administrators made. Parts refunded elsewhere count in partial_refund_amount alone.
create table payment_refunds (
  id uuid primary key,
  payment_id uuid not null references payment_transactions,
  user_id uuid not null references users,
  amount integer not null check (amount > 0),
  -- The share of the credits that the payment brought; what was spent of them stays spent.
  credits integer not null check (credits >= 0),
  currency text not null,
  reason text not null,
  requested_by uuid references users,
  credit_note_number text not null unique,
  refunded_at timestamptz not null
);
create index payment_refunds_payment on payment_refunds (payment_id, refunded_at, id);
create index payment_refunds_at on payment_refunds (refunded_at);

create index payment_transactions_newest on payment_transactions (created_at desc, id desc);
create index payment_transactions_by_amount on payment_transactions (amount desc, id desc);
create index payment_transactions_search on payment_transactions using gin (search_text gin_trgm_ops);
create index payment_transactions_refunds on payment_transactions (refunded_at) where status = 'REFUNDED';

-- When the user was last seen, at most a few minutes old: the sessions that say it are deleted after a while.
create index sessions_last_seen on sessions (user_id, last_seen_at desc) where impersonator_id is null;
create index users_waiting on users (created_at desc, id desc) where closed_at is null and (not is_active or email_verified_at is null);

-- What administrators write of a user, for each other.
create table user_notes (
  id uuid primary key,
  user_id uuid not null references users,
  author_id uuid not null references users,
  body text not null check (body <> ''),
  is_pinned boolean not null default false,
  created_at timestamptz not null,
  edited_at timestamptz
);
create index user_notes_user on user_notes (user_id, is_pinned desc, created_at desc, id);

-- Revenue by month, from the index alone.
create index payment_transactions_periods on payment_transactions (period_end)
  include (period_start, user_id, quote_id, reason, amount, discount, currency, paid_at)
  where kind = 'SUBSCRIPTION' and status = 'PAID';
create index payment_transactions_months on payment_transactions (paid_at)
  include (currency, amount, status, refunded_at, partial_refund_amount) where paid_at is not null;
create index credit_entries_months on credit_entries (created_at) include (type, amount, held, transaction_id);
