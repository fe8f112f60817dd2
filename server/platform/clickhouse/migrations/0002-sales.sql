-- What rolls of sales say of a transfer, and where it was, so that buyers are found around a point without a join.

alter table transfers
  add column if not exists is_month_only Bool after recorded_on,
  add column if not exists is_deed_inferred Bool after deed_type,
  add column if not exists buyer_type LowCardinality(String) after buyer_key,
  add column if not exists cash_purchase Nullable(Bool) after lender,
  add column if not exists document String after arms_length,
  add column if not exists is_multi_parcel Bool after document,
  add column if not exists lat Nullable(Float64) after county_fips,
  add column if not exists lng Nullable(Float64) after lat,
  -- The day on which the source wrote the sale down, where it says; else that of its roll holds.
  add column if not exists stated_on Nullable(Date32) after is_multi_parcel;

alter table properties
  add column if not exists is_deed_inferred Bool after last_sale_deed_type;

-- How many properties stand where: counted when a roll is taken in, so that a name half typed needs no scan.
create table if not exists place_counts (
  source LowCardinality(String),
  state LowCardinality(String),
  county_fips LowCardinality(String),
  zip LowCardinality(String),
  city LowCardinality(String),
  properties UInt64
)
engine = MergeTree
partition by source
order by (state, county_fips, zip, city);

insert into place_counts
  select source, state, county_fips, zip, city, count() as properties from properties
  where source not in (select source from place_counts)
  group by source, state, county_fips, zip, city;
