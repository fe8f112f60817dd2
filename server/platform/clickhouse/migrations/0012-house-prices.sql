-- Published indexes of house prices, by area and period: what a last sale is brought to today with where there are too few
-- sales nearby. A kind of area is replaced at once, as a partition.

create table if not exists house_prices (
  area_kind LowCardinality(String),
  -- A ZIP code, its first three digits, the FIPS code of a county, or a state.
  area LowCardinality(String),
  year UInt16,
  -- 0 for a whole year.
  quarter UInt8,
  value Float64
)
engine = MergeTree
partition by area_kind
order by (area_kind, area, year, quarter);
