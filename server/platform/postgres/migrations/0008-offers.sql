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
