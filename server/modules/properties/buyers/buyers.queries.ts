import type { Slice } from '@dooryard/contract/api/paging'
import type { BuyerKind, BuyerSearch } from '@dooryard/contract/properties/buyers'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { personTypes } from '../derive/segments.ts'
import type { Coverage } from '../places/coverage.ts'
import { type Bind, createBinder, idListSql, inRange } from '../search/compile/clauses.ts'
import { compileLocation } from '../search/compile/compile-location.ts'
import { flipMonths } from './look-back.ts'
import { matchColumnsSql, matchScoreSql, type SubjectTerms } from './matches/match-sql.ts'

/** Purchases count from `since`. Resales count from `since`, too, for purchases from `earliest` on. */
export type BuyerQuery = Pick<BuyerSearch, 'miles' | 'kind' | 'price' | 'sort' | 'order'> & {
  lat: number
  lng: number
  coverage: Coverage | undefined
  earliest: string
  since: string
  today: string
  /** Only these buyers. */
  keys?: readonly string[] | undefined
  /** Ranks by how well this property fits what they bought, and not by `sort`. Its own deeds do not count. */
  match?: SubjectTerms | undefined
}

/** The deed that names the buyer is in the county's part of the source's roll, on the day `reportedOn`. */
export type Proof = {
  propertyId: string
  lat: number
  lng: number
  source: string
  countyFips: string
  reportedOn: string
  recordedOn: string
  isMonthOnly: boolean
  price: number | null
  cashPurchase: boolean | null
  resoldOn: string | null
}

export type RankedBuyer = {
  buyerKey: string
  purchases: number
  lastPurchase: string
  medianPrice: number | null
  medianHoldingMonths: number | null
  medianOwnedMonths: number | null
  knownPayments: number
  cashPurchases: number
  proofs: Proof[]
}

export type BuyerRanking = { buyers: RankedBuyer[]; totalCount: number; unresolved: number }

const proofColumns: Record<keyof Proof, string> = {
  propertyId: 'property_id',
  source: 'source',
  countyFips: 'county_fips',
  reportedOn: 'told_on',
  recordedOn: 'recorded_on',
  isMonthOnly: 'is_month_only',
  price: 'price',
  cashPurchase: 'cash',
  resoldOn: 'resold_on',
  lat: 'lat',
  lng: 'lng',
}

const rankedColumns: Record<keyof RankedBuyer, string> = {
  buyerKey: 'buyer_key',
  purchases: 'purchases',
  lastPurchase: 'last_purchase',
  medianPrice: 'median_price',
  medianHoldingMonths: 'median_held',
  medianOwnedMonths: 'median_owned',
  knownPayments: 'known_payments',
  cashPurchases: 'cash_purchases',
  proofs: 'proofs',
}

const joinColumns = (columns: Record<string, string>) => Object.values(columns).join(', ')

const maxProofs = 25

// In a metropolis, a radius of 50 miles holds a hundred times as many sales as one of 5.
const maxLightMiles = 10

export async function rankBuyers(
  clickhouse: ClickHouse,
  query: BuyerQuery,
  { limit, offset }: Slice,
  signal?: AbortSignal,
): Promise<BuyerRanking> {
  const { bind, params } = createBinder()
  const [result] = await clickhouse.rows<{ total: string; unresolved: string; page: unknown[][] }>(
    `select countIf(is_shown) as total, sumIf(purchases, buyer_key = 0) as unresolved,
       arraySlice(arraySort(groupArrayIf(
         tuple(${buildOrder(bind, query)}, ${joinColumns(rankedColumns)}), is_shown)), ${offset + 1}, ${limit}) as page
     from (${buyersNearSql(bind, query)}) as found ${query.sort === 'portfolioSize' ? portfoliosSql(bind, query) : ''}`,
    params,
    { signal, isHeavy: query.miles > maxLightMiles },
  )
  return {
    buyers: (result?.page ?? []).map(presentRankedBuyer),
    totalCount: Number(result?.total ?? 0),
    unresolved: Number(result?.unresolved ?? 0),
  }
}

/** What each sort goes by, the next where the one before is equal. */
const sortValues: Record<BuyerSearch['sort'], readonly string[]> = {
  purchases: ['purchases'],
  lastPurchase: ['toInt32(last_purchase)'],
  medianPrice: ['median_price'],
  // Those who resold nothing come behind those who did.
  medianHoldingMonths: ['median_held', 'median_owned'],
  cashShare: ['if(known_payments = 0, null, cash_purchases / known_payments)'],
  portfolioSize: ['portfolio.owned'],
}

/** Ranking values in ascending order: the smallest comes first, and unknown ones last either way. */
function buildOrder(bind: Bind, { sort, order, match, ...query }: BuyerQuery): string {
  if (match) return `tuple(-(${matchScoreSql(bind, { ...query, subject: match })}), buyer_key)`
  const sign = order === 'desc' ? '-' : ''
  const values = sortValues[sort].flatMap((value) => [`isNull(${value})`, `${sign}ifNull(toFloat64(${value}), 0)`])
  return `tuple(${values.join(', ')}, -toInt64(purchases), -toInt32(last_purchase))`
}

const portfoliosSql = (bind: Bind, query: BuyerQuery) => `left any join (
    select owner_key, uniqExact(property_id) as owned from properties where owner_key in (
      select buyer_key from ${salesNearSql(bind, query)} where buyer_key != 0) group by owner_key
  ) as portfolio on portfolio.owner_key = found.buyer_key`

// Dates are filtered first: most sales are older, and positions take longer to read and measure.
const salesNearSql = (bind: Bind, { lat, lng, miles, earliest, today, coverage }: BuyerQuery) =>
  `sales prewhere recorded_on between ${bind(earliest, 'Date32')} and ${bind(today, 'Date32')}
    and ${compileLocation(bind, { near: { lat, lng, miles } }, coverage)}`

/** The sales with `type`, the asset sub-group of what was sold, where a roll gives one. */
const typedSalesSql = (bind: Bind, query: BuyerQuery) => `(select * from ${salesNearSql(bind, query)}) as sales
  left any join (
    select property_id as typed_id, argMin(asset_sub_group, source) as type from properties
    where ${compileLocation(bind, { near: query }, query.coverage)} and asset_sub_group != ''
      and property_id in (select property_id from ${salesNearSql(bind, query)}) group by property_id
  ) as typed on typed.typed_id = sales.property_id`

/** The deeds that qualify a buyer for the kind. They come first, so the limit on proofs never drops them. */
const priorityProofs: Partial<Record<BuyerKind, string>> = {
  CASH_BUYER: '(is_counted and ifNull(cash, false))',
  FLIPPER: 'is_flip',
}

/** Buyers without a known mailing address are grouped under key 0. */
function buyersNearSql(bind: Bind, query: BuyerQuery): string {
  const proof = `tuple(not ${priorityProofs[query.kind] ?? 'false'}, -toInt32(recorded_on), ${joinColumns(proofColumns)})`
  const since = bind(query.since, 'Date32')
  const { match } = query
  return `select buyer_key, countIf(is_counted) as purchases, maxIf(recorded_on, is_counted) as last_purchase,
      quantileExactInclusiveIf(0.5)(price, is_counted) as median_price,
      quantileExactInclusive(0.5)(age('month', recorded_on, resold_on)) as median_held,
      quantileExactInclusive(0.5)(if(is_counted and isNull(resold_on), age('month', recorded_on, today), null))
        as median_owned,
      countIf(is_counted and isNotNull(cash)) as known_payments, countIf(is_counted and cash) as cash_purchases,
      countIf(is_flip) as flips, groupUniqArray(buyer_type) as types,
      arraySlice(arraySort(groupArrayIf(${proof}, buyer_key != 0 and (is_counted or is_flip))), 1, ${maxProofs}) as proofs,
      ${match ? `${matchColumnsSql(bind, match, '(is_counted or is_flip)')},` : ''}
      buyer_key != 0 and ${buyerKindSql(bind, query)} as is_shown
    from (
      select * except resold_on, ${bind(query.today, 'Date32')} as today,
        if(sales.resold_on <= ${bind(query.today, 'Date32')}, sales.resold_on, null) as resold_on,
        recorded_on >= ${since} as is_counted,
        ifNull(resold_on <= addMonths(recorded_on, ${flipMonths}), false) as is_flip
      from ${match ? typedSalesSql(bind, query) : salesNearSql(bind, query)}
      where (recorded_on >= ${since} or resold_on >= ${since}) and buyer_type != 'GOVERNMENT'
        and ${inRange(bind, 'price', query.price) ?? 'true'}
        and ${match ? `property_id != ${bind(match.propertyId, 'UInt64')}` : 'true'}
        and ${query.keys ? `buyer_key in ${idListSql(bind, query.keys)}` : 'true'}
    )
    group by buyer_key having purchases > 0`
}

// Unknown owners are not companies.
const nonCompanyTypes = [...personTypes, 'UNKNOWN', ''].map((type) => `'${type}'`).join(', ')

function buyerKindSql(bind: Bind, query: BuyerQuery): string {
  const holders = (condition: string) => `buyer_key in (
    select owner_key from properties where owner_key in (
      select buyer_key from ${salesNearSql(bind, query)} where buyer_key != 0
    ) group by owner_key having ${condition})`
  const conditions: Record<BuyerKind, () => string> = {
    ANY: () => 'true',
    CASH_BUYER: () => 'cash_purchases > 0',
    LANDLORD: () => holders("uniqExactIf(property_id, startsWith(occupancy, 'ABSENTEE')) >= 2"),
    FLIPPER: () => 'flips > 0',
    BUILDER: () => "has(types, 'BUILDER')",
    LENDER: () => "has(types, 'LENDER')",
    INSTITUTIONAL: () => `(has(types, 'NONPROFIT') or
      arrayExists(type -> type not in (${nonCompanyTypes}), types) and ${holders('uniqExact(property_id) >= 10')})`,
  }
  return conditions[query.kind]()
}

/** Tuple values are in the order of the columns. */
const toObject = (columns: Record<string, string>, values: readonly unknown[]) =>
  Object.fromEntries(Object.keys(columns).map((name, at) => [name, values[at]]))

type RankedRow = Omit<RankedBuyer, 'purchases' | 'knownPayments' | 'cashPurchases' | 'proofs'> &
  Record<'purchases' | 'knownPayments' | 'cashPurchases', string> & { proofs: unknown[][] }

function presentRankedBuyer([, ...values]: unknown[]): RankedBuyer {
  // The columns have these types.
  const row = toObject(rankedColumns, values) as RankedRow
  return {
    ...row,
    purchases: Number(row.purchases),
    medianPrice: row.medianPrice === null ? null : Math.round(row.medianPrice),
    knownPayments: Number(row.knownPayments),
    cashPurchases: Number(row.cashPurchases),
    proofs: row.proofs.map(([, , ...proof]) => toObject(proofColumns, proof) as Proof),
  }
}
