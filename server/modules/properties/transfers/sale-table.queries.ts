import { buyerHash, isResale, salesOf, wordOf } from './same-sale.queries.ts'

const saleTableColumns = `state, county_fips, property_id, lat, lng, recorded_on, is_month_only, price, cash, buyer_key,
  buyer_type, resold_on, source, told_on`

// No word of a loan does not say that there was none.
const word = wordOf({
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

// Who bought is said by the first deed that knows a mailing address, or else a name.
const naming = `greatest(1, if((arrayFirstIndex(key -> key != 0, sale.buyer_key) as keyed) > 0, keyed,
  arrayFirstIndex(hash -> hash != 0, sale.buyer_hash)))`

const resold = isResale(['day', 'key', 'hash'], ['recorded_on', 'buyer_key', 'buyer_hash'])

/**
 * Fills a table of sales from transfers: each sale once, as all its deeds together tell of it, with the day on which its
 * buyer sold, and where the deed stands that names the buyer. Without those that any roll knows not to be at arm's length.
 * All transfers of a parcel have to be among the rows.
 */
export const insertSales = (table: string, transfers: string) => `insert into ${table} (${saleTableColumns})
  select state, county_fips, property_id, lat, lng, recorded_on, is_month_only, price, cash, buyer_key, buyer_type,
    arrayReduce('minOrNull', arrayFilter((day, key, hash) -> ${resold}, days, keys, hashes)) as resold_on, source, told_on
  from (
    select property_id, days, keys, hashes, standing.day as recorded_on, standing.is_month_only as is_month_only,
      standing.price as price, place.lat as lat, place.lng as lng, cash, said.state as state,
      said.county_fips as county_fips, said.source as source, said.day as told_on, said.buyer_key as buyer_key,
      said.buyer_hash as buyer_hash, said.buyer_type as buyer_type
    from (
      select property_id, standings, sayings, places, payments, standings.day as days, sayings.buyer_key as keys,
        sayings.buyer_hash as hashes
      from (
        select property_id, arrayMap(sale -> sale[1], sold) as standings, arrayMap(sale -> sale[${naming}], sold) as sayings,
          arrayMap(sale -> arrayFirst(word -> isNotNull(word.lat), sale), sold) as places,
          arrayMap(sale -> arrayFirst(cash -> isNotNull(cash), sale.cash), sold) as payments
        from (
          select property_id, arrayFilter(sale -> not has(sale.is_nominal, true), sales) as sold
          from (${salesOf(`select property_id, ${word.value} as said from (${transfers})`)})
        )
      )
    ) array join standings as standing, sayings as said, places as place, payments as cash
  )`
