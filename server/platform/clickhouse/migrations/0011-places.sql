-- Outlines of parcels, how positions were found, and the gazetteer that finds positions by address.

-- Old rows have only the coordinates of their rolls.
alter table properties
  add column if not exists position_source LowCardinality(String) default if(isNull(lat), '', 'ROLL') after lng;

-- In a table of their own: they are larger than all other facts together, and no count reads them. Sorted by the middle
-- of their bounding box along a curve that keeps neighbors together, so that a tile reads few blocks. Geometries are TWKB.
create table if not exists outlines (
  source LowCardinality(String),
  property_id UInt64,
  state LowCardinality(String),
  county_fips LowCardinality(String),
  south Float64,
  north Float64,
  west Float64,
  east Float64,
  outline String codec(ZSTD(3)),
  -- For maps of a neighborhood; empty where it equals the outline.
  simplified String codec(ZSTD(3)),
  cell UInt64 materialized
    mortonEncode(toUInt32((west + east + 360) * 50000), toUInt32((south + north + 180) * 50000)) codec(Delta, ZSTD),
  index by_property_id property_id type bloom_filter(0.001) granularity 1,
  index by_box (south, north, west, east) type minmax granularity 1
)
engine = MergeTree
partition by substring(county_fips, 1, 1)
order by (cell, property_id)
settings index_granularity = 1024;

-- Positions of addresses, by the hash of house number and street in one spelling.
create table if not exists gazetteer_points (
  county_fips LowCardinality(String),
  street_key UInt64,
  unit String,
  zip LowCardinality(String),
  city LowCardinality(String),
  lat Float64,
  lng Float64
)
engine = MergeTree
partition by substring(county_fips, 1, 1)
order by (county_fips, street_key);

-- House numbers along one side of a street, by the hash of its name in one spelling. The path runs from the first number
-- to the last.
create table if not exists gazetteer_ranges (
  county_fips LowCardinality(String),
  street_key UInt64,
  zip LowCardinality(String),
  first_number UInt32,
  last_number UInt32,
  is_left Bool,
  lats Array(Float64),
  lngs Array(Float64)
)
engine = MergeTree
partition by substring(county_fips, 1, 1)
order by (county_fips, street_key);
