import type { BuyerKind, BuyerSearch } from '@dooryard/contract/buyers'
import type { Slice } from '@dooryard/contract/paging'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { people } from '../derive/segments.ts'
import type { Coverage } from '../places/coverage.ts'
import { type Bind, binder, within } from '../search/clauses.ts'
import { compileLocation } from '../search/compile-location.ts'
import { flipMonths } from './look-back.ts'

/** Purchases count from `since`, and so do resales, of purchases from `earliest`. */
export type BuyerQuestion = Pick<BuyerSearch, 'miles' | 'kind' | 'price' | 'sort'> & {
  lat: number
  lng: number
  coverage: Coverage | undefined
  earliest: string
  since: string
  today: string
}

/** The deed that names the buyer is in the county's part of the source's roll, under the day `toldOn`. */
export type Proof = {
  propertyId: string
  lat: number
  lng: number
  source: string
  countyFips: string
  toldOn: string
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
  knownPayments: number
  cashPurchases: number
  proofs: Proof[]
}

export type Ranking = { buyers: RankedBuyer[]; totalCount: number; unresolved: number }

const proofColumns: Record<keyof Proof, string> = {
  propertyId: 'property_id',
  source: 'source',
  countyFips: 'county_fips',
  toldOn: 'told_on',
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
  knownPayments: 'known_payments',
  cashPurchases: 'cash_purchases',
  proofs: 'proofs',
}

const listOf = (columns: Record<string, string>) => Object.values(columns).join(', ')

const maxProofs = 25

// In a metropolis, 50 miles hold a hundred times as many sales as 5.
const lightMiles = 10

export async function rankBuyers(
  clickhouse: ClickHouse,
  question: BuyerQuestion,
  { limit, offset }: Slice,
  signal?: AbortSignal,
): Promise<Ranking> {
  const { bind, params } = binder()
  const [answer] = await clickhouse.rows<{ total: string; unresolved: string; page: unknown[][] }>(
    `select countIf(is_shown) as total, sumIf(purchases, buyer_key = 0) as unresolved,
       arraySlice(arraySort(groupArrayIf(
         tuple(${orderBy[question.sort]}, ${listOf(rankedColumns)}), is_shown)), ${offset + 1}, ${limit}) as page
     from (${buyersAround(bind, question)})`,
    params,
    { signal, isHeavy: question.miles > lightMiles },
  )
  return {
    buyers: (answer?.page ?? []).map(presentRanked),
    totalCount: Number(answer?.total ?? 0),
    unresolved: Number(answer?.unresolved ?? 0),
  }
}

/** Ranks are numbers of which the least comes first. */
const orderBy: Record<BuyerSearch['sort'], string> = {
  purchases: 'tuple(-toInt64(purchases), -toInt32(last_purchase))',
  lastPurchase: 'tuple(-toInt32(last_purchase), -toInt64(purchases))',
  medianPrice: 'tuple(-ifNull(median_price, -1), -toInt64(purchases), -toInt32(last_purchase))',
}

// Days are read first: most sales are older, and a position takes longer to read and to measure.
const salesAround = (bind: Bind, { lat, lng, miles, earliest, today, coverage }: BuyerQuestion) =>
  `sales prewhere recorded_on between ${bind(earliest, 'Date32')} and ${bind(today, 'Date32')}
    and ${compileLocation(bind, { near: { lat, lng, miles } }, coverage)}`

/** The deeds that make a buyer of the kind, which must not be missing where there are more than are shown. */
const firstProofs: Partial<Record<BuyerKind, string>> = {
  CASH_BUYER: '(is_counted and ifNull(cash, false))',
  FLIPPER: 'is_flip',
}

/** Buyers whose mailing address is unknown are together, under key 0. */
function buyersAround(bind: Bind, question: BuyerQuestion): string {
  const proof = `tuple(not ${firstProofs[question.kind] ?? 'false'}, -toInt32(recorded_on), ${listOf(proofColumns)})`
  const since = bind(question.since, 'Date32')
  return `select buyer_key, countIf(is_counted) as purchases, maxIf(recorded_on, is_counted) as last_purchase,
      quantileExactInclusiveIf(0.5)(price, is_counted) as median_price,
      quantileExactInclusive(0.5)(age('month', recorded_on, resold_on)) as median_held,
      countIf(is_counted and isNotNull(cash)) as known_payments, countIf(is_counted and cash) as cash_purchases,
      countIf(is_flip) as flips, groupUniqArray(buyer_type) as types,
      arraySlice(arraySort(groupArrayIf(${proof}, buyer_key != 0 and (is_counted or is_flip))), 1, ${maxProofs}) as proofs,
      buyer_key != 0 and ${isOfKind(bind, question)} as is_shown
    from (
      select * except resold_on, if(sales.resold_on <= ${bind(question.today, 'Date32')}, sales.resold_on, null) as resold_on,
        recorded_on >= ${since} as is_counted, ifNull(resold_on <= addMonths(recorded_on, ${flipMonths}), false) as is_flip
      from ${salesAround(bind, question)}
      where (recorded_on >= ${since} or resold_on >= ${since}) and buyer_type != 'GOVERNMENT'
        and ${within(bind, 'price', question.price) ?? 'true'}
    )
    group by buyer_key having purchases > 0`
}

// Whoever is unknown is no company.
const noCompanies = [...people, 'UNKNOWN', ''].map((type) => `'${type}'`).join(', ')

function isOfKind(bind: Bind, question: BuyerQuestion): string {
  const holders = (condition: string) => `buyer_key in (
    select owner_key from properties where owner_key in (
      select buyer_key from ${salesAround(bind, question)} where buyer_key != 0
    ) group by owner_key having ${condition})`
  const conditions: Record<BuyerKind, () => string> = {
    ANY: () => 'true',
    CASH_BUYER: () => 'cash_purchases > 0',
    LANDLORD: () => holders("uniqExactIf(property_id, startsWith(occupancy, 'ABSENTEE')) >= 2"),
    FLIPPER: () => 'flips > 0',
    BUILDER: () => "has(types, 'BUILDER')",
    LENDER: () => "has(types, 'LENDER')",
    INSTITUTIONAL: () => `(has(types, 'NONPROFIT') or
      arrayExists(type -> type not in (${noCompanies}), types) and ${holders('uniqExact(property_id) >= 10')})`,
  }
  return conditions[question.kind]()
}

/** The values of a tuple stand in the order of the columns. */
const toObject = (columns: Record<string, string>, values: readonly unknown[]) =>
  Object.fromEntries(Object.keys(columns).map((name, at) => [name, values[at]]))

type RankedRow = Omit<RankedBuyer, 'purchases' | 'knownPayments' | 'cashPurchases' | 'proofs'> &
  Record<'purchases' | 'knownPayments' | 'cashPurchases', string> & { proofs: unknown[][] }

function presentRanked([, ...values]: unknown[]): RankedBuyer {
  // What stands in the columns is of these types.
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
