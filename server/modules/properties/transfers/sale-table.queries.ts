import { buyerHash, defineSaleRecord, groupSalesSql, isResaleSql } from './same-sale.queries.ts'

const saleTableColumns = `state, county_fips, property_id, lat, lng, recorded_on, is_month_only, price, cash, buyer_key,
  buyer_type, resold_on, source, told_on`

// No loan reported does not mean that there was none.
const saleRecord = defineSaleRecord({
  state: ['String', 'state'],
  county_fips: ['String', 'county_fips'],
  lat: ['Nullable(Float64)', 'lat'],
  lng: ['Nullable(Float64)', 'lng'],
  buyer_key: ['UInt64', 'buyer_key'],
  buyer_hash: ['UInt64', buyerHash],
  buyer_type: ['String', 'buyer_type'],
  cash: ['Nullable(Bool)', 'ifNull(cash_purchase, if(loan_amount > 0, false, null))'],
  is_nominal: ['Bool', 'ifNull(not arms_length, false)'],
})

// The buyer is taken from the first deed with a mailing address, or else with a name.
const namedDeedIndexSql = `greatest(1, if((arrayFirstIndex(key -> key != 0, sale.buyer_key) as keyed) > 0, keyed,
  arrayFirstIndex(hash -> hash != 0, sale.buyer_hash)))`

const isResoldSql = isResaleSql(['day', 'key', 'hash'], ['recorded_on', 'buyer_key', 'buyer_hash'])

/**
 * Fills a table of sales from transfers: each sale once, merged from all its deeds, with the day its buyer resold and
 * the location of the deed that names the buyer. Excludes sales that any roll reports as not at arm's length. All
 * transfers of a parcel must be among the rows.
 */
export const insertSales = (table: string, transfers: string) => `insert into ${table} (${saleTableColumns})
  select state, county_fips, property_id, lat, lng, recorded_on, is_month_only, price, cash, buyer_key, buyer_type,
    arrayReduce('minOrNull', arrayFilter((day, key, hash) -> ${isResoldSql}, days, keys, hashes)) as resold_on, source, told_on
  from (
    select property_id, days, keys, hashes, standing.day as recorded_on, standing.is_month_only as is_month_only,
      standing.price as price, place.lat as lat, place.lng as lng, cash, said.state as state,
      said.county_fips as county_fips, said.source as source, said.day as told_on, said.buyer_key as buyer_key,
      said.buyer_hash as buyer_hash, said.buyer_type as buyer_type
    from (
      select property_id, standings, sayings, places, payments, standings.day as days, sayings.buyer_key as keys,
        sayings.buyer_hash as hashes
      from (
        select property_id, arrayMap(sale -> sale[1], sold) as standings, arrayMap(sale -> sale[${namedDeedIndexSql}], sold) as sayings,
          arrayMap(sale -> arrayFirst(word -> isNotNull(word.lat), sale), sold) as places,
          arrayMap(sale -> arrayFirst(cash -> isNotNull(cash), sale.cash), sold) as payments
        from (
          select property_id, arrayFilter(sale -> not has(sale.is_nominal, true), sales) as sold
          from (${groupSalesSql(`select property_id, ${saleRecord.value} as said from (${transfers})`)})
        )
      )
    ) array join standings as standing, sayings as said, places as place, payments as cash
  )`
