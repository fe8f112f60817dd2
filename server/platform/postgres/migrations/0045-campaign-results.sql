-- What came of a campaign's mailings and calls, as its user enters it: one row per day, or per day and order.
create table campaign_results (
  id uuid primary key,
  campaign_id uuid not null references campaigns on delete cascade,
  order_id uuid references orders,
  day date not null,
  mailed integer not null check (mailed >= 0),
  responses integer not null check (responses >= 0),
  appointments integer not null check (appointments >= 0),
  deals integer not null check (deals >= 0),
  -- In cents.
  revenue bigint not null check (revenue >= 0),
  other_cost bigint not null check (other_cost >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index campaign_results_page on campaign_results (campaign_id, day desc, created_at desc, id);
