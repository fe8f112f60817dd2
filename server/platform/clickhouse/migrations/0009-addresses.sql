-- The addresses of all properties, by street in one spelling, so that one half typed is found by the sort key: in the
-- properties it would take a scan of the country for each letter.

create table if not exists addresses (
  source LowCardinality(String),
  state LowCardinality(String),
  county_fips LowCardinality(String),
  zip LowCardinality(String),
  city LowCardinality(String),
  unit String,
  -- House number first, words shortened as the postal service does.
  street String,
  property_id UInt64
)
engine = MergeTree
partition by substring(county_fips, 1, 1)
order by (street, property_id);

-- What is loaded already: as properties/intake/stage-addresses.queries.ts said it when this was written, on one thread and in
-- blocks of 32 MB. Cut off half-way it begins anew.
truncate table addresses;

insert into addresses (source, state, county_fips, zip, city, unit, street, property_id)
  select source, state, county_fips, zip, city, unit, arrayStringConcat(if(match(address, '^[0-9]+[A-Za-z]?[ ]?-[ ]?[0-9]+[A-Za-z]?( |$)'),
    arrayConcat(arraySlice(street_words, 1, 1), arraySlice(street_words, 3), arraySlice(street_words, 2, 1)),
    arrayMap(word -> transform(word, ['ALLEY', 'ALLY', 'AVENUE', 'AV', 'AVEN', 'BOULEVARD', 'BLV', 'BOUL', 'CIRCLE', 'CIRC', 'COURT', 'CRT', 'COVE', 'DRIVE', 'DRV', 'EXPRESSWAY', 'EXTENSION', 'HEIGHTS', 'HIGHWAY', 'LANE', 'LA', 'LANDING', 'PK', 'PARKWAY', 'PKY', 'PWY', 'PLACE', 'PLC', 'PLAZA', 'ROAD', 'SQUARE', 'STREET', 'STR', 'TERRACE', 'TERR', 'TURNPIKE', 'TRAIL', 'WY', 'CROSSING', 'NORTH', 'SOUTH', 'EAST', 'WEST', 'NORTHEAST', 'NORTHWEST', 'SOUTHEAST', 'SOUTHWEST', 'FIRST', 'SECOND', 'THIRD', 'FOURTH', 'FIFTH', 'SIXTH', 'SEVENTH', 'EIGHTH', 'NINTH', 'TENTH', 'SAINT', 'MOUNT', 'FORT'], ['ALY', 'ALY', 'AVE', 'AVE', 'AVE', 'BLVD', 'BLVD', 'BLVD', 'CIR', 'CIR', 'CT', 'CT', 'CV', 'DR', 'DR', 'EXPY', 'EXT', 'HTS', 'HWY', 'LN', 'LN', 'LNDG', 'PIKE', 'PKWY', 'PKWY', 'PKWY', 'PL', 'PL', 'PLZ', 'RD', 'SQ', 'ST', 'ST', 'TER', 'TER', 'TPKE', 'TRL', 'WAY', 'XING', 'N', 'S', 'E', 'W', 'NE', 'NW', 'SE', 'SW', '1ST', '2ND', '3RD', '4TH', '5TH', '6TH', '7TH', '8TH', '9TH', '10TH', 'ST', 'MT', 'FT'], word),
    arrayFilter(word -> word != '', splitByNonAlpha(upperUTF8(replaceAll(replaceAll(replaceAll(address, '.', ''), '\'', ''), '’', ''))))) as street_words), ' ') as street, property_id
  from properties where address != ''
  settings max_threads = 1, max_insert_threads = 1, min_insert_block_size_rows = 262144, min_insert_block_size_bytes = 33554432;
