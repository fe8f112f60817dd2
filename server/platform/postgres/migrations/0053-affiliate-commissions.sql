-- Commissions of affiliates on the payments of customers who redeemed one of their coupons.

-- What is agreed with an affiliate, from when on: a payment earns by the newest terms that are not younger than it.
create table commission_terms (
  id uuid primary key,
  affiliate_user_id uuid not null references users,
  basis_points integer not null check (basis_points between 0 and 10000),
  -- Months from a customer's first redemption during which their payments earn; null for no limit.
  months integer check (months > 0),
  effective_at timestamptz not null,
  created_by uuid not null references users
);
create index commission_terms_affiliate on commission_terms (affiliate_user_id, effective_at desc, id desc);

-- Append-only: the sums of the entries are what was earned, is payable and was paid.
create table commission_entries (
  id uuid primary key,
  affiliate_user_id uuid not null references users,
  type text not null check (type in ('EARNED', 'REVERSED', 'PAYOUT', 'PAYOUT_REVERSED')),
  amount integer not null,
  currency text not null,
  -- The payment that earned, or was refunded.
  payment_id uuid references payment_transactions,
  basis_points integer,
  coupon_id uuid references coupons,
  -- When a commission can be paid out; a reversal counts from when its commission does.
  payable_at timestamptz,
  -- The payout that a counter entry reverses.
  reverses_id uuid unique references commission_entries,
  reference text,
  happened_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid references users,
  check (case when type in ('EARNED', 'PAYOUT_REVERSED') then amount >= 0 else amount <= 0 end),
  check ((type in ('EARNED', 'REVERSED')) = (payment_id is not null)),
  check ((type in ('EARNED', 'REVERSED')) = (payable_at is not null)),
  check ((type = 'PAYOUT_REVERSED') = (reverses_id is not null))
);
create unique index commission_entries_earned on commission_entries (payment_id) where type = 'EARNED';
create index commission_entries_reversed on commission_entries (payment_id) include (amount) where type = 'REVERSED';
create index commission_entries_affiliate on commission_entries (affiliate_user_id, created_at desc, id desc);

-- Whose coupon it was when it was redeemed: a coupon may be given to another affiliate later.
alter table coupon_redemptions add column affiliate_user_id uuid references users;
update coupon_redemptions set affiliate_user_id = coupons.affiliate_user_id
  from coupons where coupons.id = coupon_id and coupons.affiliate_user_id is not null;

-- An affiliate's customers, by their first redemption of a coupon of any affiliate.
create index coupon_redemptions_first on coupon_redemptions (user_id, redeemed_at, id)
  where status = 'REDEEMED' and affiliate_user_id is not null;
create index coupon_redemptions_affiliate on coupon_redemptions (affiliate_user_id, redeemed_at)
  where status = 'REDEEMED' and affiliate_user_id is not null;

create trigger commission_entries_append_only before update or delete or truncate on commission_entries
  for each statement execute function refuse_change();
create trigger commission_terms_append_only before update or delete or truncate on commission_terms
  for each statement execute function refuse_change();
