-- Properties, their transfers, and the contacts of their owners.
--
-- Every table is partitioned by the roll that filled it, so that one roll is replaced whole while readers look on.
-- Numbers and dates are null when unknown: on 10 million rows a filter over a nullable column cost no more than one over
-- a sentinel. Text is '' when unknown. Closed lists of several values are bit masks: three times faster than arrays.

create table if not exists properties (
  source LowCardinality(String),
  property_id UInt64,
  apn String,
  state LowCardinality(String),
  county_fips LowCardinality(String),

  address String,
  unit String,
  city LowCardinality(String),
  zip LowCardinality(String),
  lat Nullable(Float64),
  lng Nullable(Float64),

  owner_names Array(String),
  owner_type LowCardinality(String),
  owner_key UInt64,
  mailing_address String,
  mailing_city String,
  mailing_state LowCardinality(String),
  mailing_zip LowCardinality(String),
  mailing_country LowCardinality(String),
  occupancy LowCardinality(String),
  acquired_by_qc LowCardinality(String),
  target_types UInt16,
  properties_owned Nullable(UInt32),

  use_code LowCardinality(String),
  use_description LowCardinality(String),
  asset_class LowCardinality(String),
  asset_sub_group LowCardinality(String),
  asset_use_type LowCardinality(String),
  bedrooms Nullable(UInt8),
  bathrooms Nullable(Float64),
  living_area_sqft Nullable(UInt32),
  lot_sqft Nullable(UInt32),
  year_built Nullable(UInt16),
  units Nullable(UInt16),
  stories Nullable(Float64),

  assessed_value Nullable(UInt32),
  market_value Nullable(UInt32),
  estimated_value Nullable(UInt32),

  last_sale_date Nullable(Date32),
  last_sale_price Nullable(UInt32),
  last_sale_deed_type LowCardinality(String),
  cash_purchase Nullable(Bool),
  arms_length Nullable(Bool),
  previous_sale_date Nullable(Date32),
  previous_sale_price Nullable(UInt32),

  -- Null when the source publishes no mortgages, 0 when it says there is none; the nested rows are the open loans.
  open_loans Nullable(UInt8),
  open_balance Nullable(Int64),
  mortgages Nested (
    position UInt8,
    loan_type LowCardinality(String),
    lender String,
    lender_type LowCardinality(String),
    amount Nullable(UInt32),
    originated_on Nullable(Date32),
    rate_type LowCardinality(String)
  ),
  equity_amount Nullable(Int64),
  equity_percent Nullable(Float64),
  ltv_percent Nullable(Float64),

  signals UInt32,

  provenance Nested (
    group LowCardinality(String),
    roll LowCardinality(String),
    recorded_on Nullable(Date32),
    ingested_at DateTime('UTC')
  ),

  -- Words in capitals, each after one blank, so that a search for the beginning of a word is one substring match.
  owner_words String materialized
    concat(' ', replaceRegexpAll(upperUTF8(arrayStringConcat(owner_names, ' ')), '[^\\p{L}\\p{N}]+', ' ')),
  lender_words Array(String) materialized
    arrayMap(lender -> concat(' ', replaceRegexpAll(upperUTF8(lender), '[^\\p{L}\\p{N}]+', ' ')), mortgages.lender),
  is_mailable Bool materialized
    notEmpty(owner_names) and mailing_address != '' and mailing_city != '' and mailing_state != '' and mailing_zip != '',

  -- Looking one property up by its number alone; the number is a hash, so ranges tell nothing.
  index by_property_id property_id type bloom_filter(0.001) granularity 1
)
engine = MergeTree
partition by source
order by (state, county_fips, zip, property_id);

create table if not exists transfers (
  source LowCardinality(String),
  property_id UInt64,
  state LowCardinality(String),
  county_fips LowCardinality(String),
  recorded_on Date32,
  price Nullable(UInt32),
  deed_type LowCardinality(String),
  buyer String,
  buyer_key UInt64,
  seller String,
  seller_key UInt64,
  loan_amount Nullable(UInt32),
  lender String,
  arms_length Nullable(Bool),
  ingested_at DateTime('UTC')
)
engine = MergeTree
partition by source
order by (state, county_fips, property_id, recorded_on);

create table if not exists contacts (
  source LowCardinality(String),
  owner_key UInt64,
  kind LowCardinality(String),
  value String,
  line_type LowCardinality(String),
  ingested_at DateTime('UTC')
)
engine = MergeTree
partition by source
order by (kind, owner_key, value);
