-- The sales of each parcel as all rolls together tell of them, derived when a roll is taken in: to put the deeds of a town
-- together anew for each question took three times as long as everything else about it. Where the deed stands that names
-- the buyer is said by source and told_on.

create table if not exists sales (
  state LowCardinality(String),
  county_fips LowCardinality(String),
  property_id UInt64,
  lat Nullable(Float64),
  lng Nullable(Float64),
  recorded_on Date32 codec(T64),
  is_month_only Bool,
  price Nullable(UInt32) codec(T64),
  cash Nullable(Bool),
  buyer_key UInt64,
  buyer_type LowCardinality(String),
  resold_on Nullable(Date32) codec(T64),
  source LowCardinality(String),
  told_on Date32 codec(T64),
  index by_lat lat type minmax granularity 1,
  index by_lng lng type minmax granularity 1,
  index by_lat_down negate(lat) type minmax granularity 1,
  index by_lng_down negate(lng) type minmax granularity 1
)
engine = MergeTree
partition by substring(county_fips, 1, 1)
order by (state, county_fips, property_id, recorded_on);

-- What is loaded already: as transfers/sale-table.queries.ts said it when this was written.
truncate table sales;

insert into sales (state, county_fips, property_id, lat, lng, recorded_on, is_month_only, price, cash, buyer_key, buyer_type, resold_on, source, told_on)
  select state, county_fips, property_id, lat, lng, recorded_on, is_month_only, price, cash, buyer_key, buyer_type,
    arrayReduce('minOrNull', arrayFilter((day, key, hash) -> day > recorded_on
  and (key != 0 or hash != 0)
  and (key = 0 or key != buyer_key) and (hash = 0 or hash != buyer_hash), days, keys, hashes)) as resold_on, source, told_on
  from (
    select property_id, days, keys, hashes, standing.day as recorded_on, standing.is_month_only as is_month_only,
      standing.price as price, place.lat as lat, place.lng as lng, cash, said.state as state,
      said.county_fips as county_fips, said.source as source, said.day as told_on, said.buyer_key as buyer_key,
      said.buyer_hash as buyer_hash, said.buyer_type as buyer_type
    from (
      select property_id, standings, sayings, places, payments, standings.day as days, sayings.buyer_key as keys,
        sayings.buyer_hash as hashes
      from (
        select property_id, arrayMap(sale -> sale[1], sold) as standings, arrayMap(sale -> sale[greatest(1, if((arrayFirstIndex(key -> key != 0, sale.buyer_key) as keyed) > 0, keyed,
  arrayFirstIndex(hash -> hash != 0, sale.buyer_hash)))], sold) as sayings,
          arrayMap(sale -> arrayFirst(word -> isNotNull(word.lat), sale), sold) as places,
          arrayMap(sale -> arrayFirst(cash -> isNotNull(cash), sale.cash), sold) as payments
        from (
          select property_id, arrayFilter(sale -> not has(sale.is_nominal, true), sales) as sold
          from (select property_id,
    arraySplit((word, at) -> at = 1, words.3, arrayEnumerateUniq(words.1, words.2)) as sales
  from (
    select property_id, arraySort(arrayZip(names, arrayEnumerateUniq(told.source, names), told)) as words
    from (
      select property_id, told, arrayMap(word -> if(isNull(word.price), toInt64(toInt32(word.day)),
  toInt64(toYYYYMM(word.day)) * 4294967296 + assumeNotNull(word.price)), told) as names
      from (
        select property_id,
          arraySort(word -> (word.days_down, word.document), groupArrayIf(said, said.source != '')) as told
        from (select property_id, cast((is_month_only, -toInt32(recorded_on), deed_type in ('', 'UNKNOWN'), is_deed_inferred, source, recorded_on, price, document, state, county_fips, lat, lng, buyer_key, if(buyer = '', 0, cityHash64(upperUTF8(buyer))), buyer_type, ifNull(cash_purchase, if(loan_amount > 0, false, null)), ifNull(not arms_length, false)), 'Tuple(is_month_only Bool, days_down Int32, is_deed_unknown Bool, is_inferred Bool, source String, day Date32, price Nullable(UInt32), document String, state String, county_fips String, lat Nullable(Float64), lng Nullable(Float64), buyer_key UInt64, buyer_hash UInt64, buyer_type String, cash Nullable(Bool), is_nominal Bool)') as said from (select * from transfers)) group by property_id
      )
    )
  ))
        )
      )
    ) array join standings as standing, sayings as said, places as place, payments as cash
  )
settings max_bytes_before_external_group_by = 1073741824;
