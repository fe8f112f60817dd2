-- A few partitions, by the first digit of the county's code, in place of one for each roll. Every part of a table costs each
-- search some planning, and a country of 3,100 counties, each a roll of its own, would have as many parts at least. A roll is
-- still replaced at once: see swapIn.

drop table if exists properties_by_region sync settings max_table_size_to_drop = 0;

create table properties_by_region as properties
engine = MergeTree
partition by substring(county_fips, 1, 1)
order by (state, county_fips, zip, property_id);

-- The rows of a roll lie together by county.
alter table properties_by_region add index if not exists by_source source type set(16) granularity 1;

-- What 25 owners hold, wherever it is: at one false hit in 100 for each a quarter of the country was read for nothing.
alter table properties_by_region drop index if exists by_owner_key;

alter table properties_by_region add index if not exists by_owner_key owner_key type bloom_filter(0.001) granularity 1;

insert into properties_by_region select * from properties;

exchange tables properties_by_region and properties;

drop table properties_by_region sync settings max_table_size_to_drop = 0;

drop table if exists transfers_by_region sync settings max_table_size_to_drop = 0;

create table transfers_by_region as transfers
engine = MergeTree
partition by substring(county_fips, 1, 1)
order by (state, county_fips, property_id, recorded_on);

alter table transfers_by_region add index if not exists by_source source type set(16) granularity 1;

insert into transfers_by_region select * from transfers;

exchange tables transfers_by_region and transfers;

drop table transfers_by_region sync settings max_table_size_to_drop = 0;

-- Where the properties and transfers of a roll lie, so that a ZIP or an area is looked for in its counties alone; null
-- where no position is known. A transfer counts for no place.
drop table if exists place_counts sync settings max_table_size_to_drop = 0;

create table place_counts (
  source LowCardinality(String),
  state LowCardinality(String),
  county_fips LowCardinality(String),
  zip LowCardinality(String),
  city LowCardinality(String),
  properties UInt64,
  south Nullable(Float64),
  north Nullable(Float64),
  west Nullable(Float64),
  east Nullable(Float64)
)
engine = MergeTree
partition by substring(county_fips, 1, 1)
order by (state, county_fips, zip, city);

insert into place_counts
  select source, state, county_fips, zip, city, count() as properties, min(lat), max(lat), min(lng), max(lng)
  from properties group by source, state, county_fips, zip, city;

insert into place_counts
  select source, state, county_fips, '' as zip, '' as city, 0 as properties, min(lat), max(lat), min(lng), max(lng)
  from transfers group by source, state, county_fips;
