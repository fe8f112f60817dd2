import type { Buyer } from '@dooryard/contract/properties/buyers'

/** The values of an answer, by name, so that two answers can be compared. */
export type AnswerValues = Record<string, string | number>

/** Extracts the values from an answer of the API. */
export function toApiValues(answer: Record<string, unknown>): AnswerValues {
  // An answer of the API; the contract has checked its shape.
  const { count, totalCount, mailable, facets, waterfall, items, unresolved } = answer as ApiResponseBody
  const result: AnswerValues = {}
  if (count !== undefined) result.count = count
  if (mailable !== undefined && !waterfall) result.mailable = mailable
  if (items && totalCount !== undefined) result.count = totalCount
  if (unresolved !== undefined) result.unresolved = unresolved
  items?.forEach((item, at) => {
    if ('buyerKey' in item) Object.assign(result, toBuyerValues(at, item))
    else result[`row ${at}`] = item.propertyId
  })
  for (const { key, unknown, values } of facets ?? []) {
    if (unknown > 0) result[`${key} unknown`] = unknown
    for (const { value, count } of values) result[`${key} ${value}`] = count
  }
  waterfall?.clauses.forEach(({ remaining, givesBack }, at) => {
    result[`step ${at} remaining`] = remaining
    if (givesBack !== null) result[`step ${at} without`] = givesBack
  })
  return result
}

type ApiResponseBody = {
  count?: number
  totalCount?: number
  mailable?: number
  facets?: { key: string; unknown: number; values: { value: string; count: number }[] }[]
  waterfall?: { clauses: { remaining: number; givesBack: number | null }[] }
  items?: ({ propertyId: string } | BuyerValues)[]
  unresolved?: number
}

type DeedValues = Pick<
  Buyer['transfers'][number],
  | 'propertyId'
  | 'recordedOn'
  | 'isMonthOnly'
  | 'price'
  | 'deedType'
  | 'isDeedInferred'
  | 'seller'
  | 'cashPurchase'
  | 'resoldOn'
  | 'address'
  | 'unit'
  | 'city'
  | 'state'
  | 'zip'
>

type BuyerValues = {
  buyerKey: string
  names: readonly string[]
  buyerType: string
  purchases: number
  lastPurchase: string
  medianPrice: number | null
  medianHoldingMonths: number | null
  knownPayments: number
  cashShare: number | null
  portfolioSize: number
  contactPropertyId: string | null
  mailingAddress: string | null
  mailingCity: string | null
  mailingState: string | null
  mailingZip: string | null
  transfers: readonly DeedValues[]
}

const toBuyerValues = (at: number, buyer: BuyerValues): AnswerValues => ({
  [`row ${at}`]: buyer.buyerKey,
  [`names of ${at}`]: buyer.names.join(', '),
  [`type of ${at}`]: buyer.buyerType,
  [`purchases of ${at}`]: buyer.purchases,
  [`last purchase of ${at}`]: buyer.lastPurchase,
  [`median price of ${at}`]: buyer.medianPrice ?? 'unknown',
  [`holding months of ${at}`]: buyer.medianHoldingMonths ?? 'unknown',
  [`known payments of ${at}`]: buyer.knownPayments,
  [`cash share of ${at}`]: buyer.cashShare ?? 'unknown',
  [`portfolio of ${at}`]: buyer.portfolioSize,
  [`contact of ${at}`]: buyer.contactPropertyId ?? 'none',
  [`mailing address of ${at}`]: joinKnown([
    buyer.mailingAddress,
    buyer.mailingCity,
    buyer.mailingState,
    buyer.mailingZip,
  ]),
  ...Object.fromEntries(buyer.transfers.map((deed, nth) => [`deed ${nth} of ${at}`, formatDeed(deed)])),
})

const formatDeed = (deed: DeedValues) =>
  joinKnown([
    `${deed.propertyId} at ${joinKnown([deed.address, deed.unit, deed.city, deed.state, deed.zip])}`,
    `${deed.recordedOn}${deed.isMonthOnly ? ' or another day of the month' : ''}`,
    `for ${deed.price ?? 'an unknown price'}`,
    `${deed.deedType}${deed.isDeedInferred ? ' as concluded' : ''} by ${deed.seller}`,
    { true: 'in cash', false: 'by a loan', null: 'nobody says how' }[`${deed.cashPurchase}`],
    deed.resoldOn && `resold ${deed.resoldOn}`,
  ])

/** Joins the parts that are known. */
const joinKnown = (facts: readonly (string | null | undefined)[]) => facts.filter(Boolean).join(', ')

type PeerRows = readonly Record<string, unknown>[]

/** Extracts the values from the rows of each PostgreSQL statement, under the same names as `toApiValues`. */
export const peerParsers = {
  count: ([row]: PeerRows): AnswerValues => ({ count: Number(row?.count ?? 0), mailable: Number(row?.mailable ?? 0) }),
  facets(rows: PeerRows): AnswerValues {
    const result: AnswerValues = {}
    for (const row of rows) {
      const column = Object.keys(facetColumns).find((name) => row[name] !== null)
      if (!column) Object.assign(result, peerParsers.count([row]))
      else result[`${facetColumns[column]} ${row[column] || 'unknown'}`] = Number(row.count)
    }
    return result
  },
  waterfall([row]: PeerRows): AnswerValues {
    const steps = Object.entries(row ?? {}).filter(([name]) => name.startsWith('step '))
    return {
      count: Number(row?.count ?? 0),
      ...Object.fromEntries(steps.map(([name, count]) => [name, Number(count)])),
    }
  },
  page: (rows: PeerRows): AnswerValues => ({
    count: Number(rows[0]?.count ?? 0),
    ...Object.fromEntries(rows.map(({ property_id }, at) => [`row ${at}`, toStoreId(String(property_id))])),
  }),
  addresses: (rows: PeerRows): AnswerValues =>
    Object.fromEntries(rows.map(({ property_id }, at) => [`row ${at}`, toStoreId(String(property_id))])),
  buyers: (rows: PeerRows): AnswerValues => ({
    count: Number(rows[0]?.total ?? 0),
    unresolved: Number(rows[0]?.unresolved ?? 0),
    // Without any buyer there is one row, whose buyer is null.
    ...Object.assign(
      {},
      ...rows.filter((row) => row.buyer_key !== null).map((row, at) => toBuyerValues(at, parsePeerBuyer(row))),
    ),
  }),
  // The API and PostgreSQL select different properties, each by its own hash.
  take: (rows: PeerRows): AnswerValues => ({ count: rows.length }),
} as const

const facetColumns: Record<string, string> = {
  asset_class: 'property.assetClasses',
  owner_type: 'owner.ownerTypes',
  occupancy: 'owner.occupancies',
}

/** Converts a row of `buyersSql` to the buyer that the API returns. */
function parsePeerBuyer(row: PeerRows[number]): BuyerValues {
  const known = Number(row.known_payments)
  const deeds = row.deeds as PeerDeed[]
  return {
    // The key has the same bits in both databases.
    buyerKey: String(BigInt.asUintN(64, BigInt(String(row.buyer_key)))),
    names: [...new Set(deeds.flatMap(({ buyer }) => buyer || []))],
    buyerType: deeds[0]?.buyer_type ?? '',
    purchases: Number(row.purchases),
    lastPurchase: String(row.last_day),
    medianPrice: row.median_price === null ? null : Math.round(Number(row.median_price)),
    medianHoldingMonths: row.median_months === null ? null : Number(row.median_months),
    knownPayments: known,
    cashShare: known === 0 ? null : Number(row.cash_purchases) / known,
    portfolioSize: Number(row.owned),
    contactPropertyId: row.contact === null ? null : toStoreId(String(row.contact)),
    mailingAddress: row.mailing_address as string | null,
    mailingCity: row.mailing_city as string | null,
    mailingState: row.mailing_state as string | null,
    mailingZip: row.mailing_zip as string | null,
    transfers: deeds.map(parsePeerDeed),
  }
}

/** A deed of `buyersSql`, with the column names of the property store. */
type PeerDeed = Pick<DeedValues, 'price' | 'seller' | 'address' | 'unit' | 'city' | 'state' | 'zip'> & {
  property_id: string
  recorded_on: string
  is_month_only: boolean
  deed_type: DeedValues['deedType']
  is_deed_inferred: boolean
  buyer: string
  buyer_type: string
  cash: boolean | null
  resold_on: string | null
}

const parsePeerDeed = (deed: PeerDeed): DeedValues => ({
  ...deed,
  propertyId: toStoreId(deed.property_id),
  recordedOn: deed.recorded_on,
  isMonthOnly: deed.is_month_only,
  deedType: deed.deed_type,
  isDeedInferred: deed.is_deed_inferred,
  cashPurchase: deed.cash,
  resoldOn: deed.resold_on,
})

/** PostgreSQL has signed ids: they are shifted down by half of the range, which keeps their order. */
export const toStoreId = (id: string) => String(BigInt(id) + 2n ** 63n)
export const toPeerId = (id: string) => String(BigInt(id) - 2n ** 63n)

/**
 * Returns the first difference as a sentence, or undefined where the two agree. A count over the whole country is null
 * in the API's answer when it takes too long, and is not compared then.
 */
export function findDifference(ours: AnswerValues, theirs: AnswerValues): string | undefined {
  const late = Object.keys(theirs).filter((what) => what === 'step 0 without' && !(what in ours))
  const all = new Set([...Object.keys(ours), ...Object.keys(theirs)]).difference(new Set(late))
  for (const what of all)
    if (ours[what] !== theirs[what])
      return `of ${what} the API says ${ours[what] ?? 'nothing'}, and PostgreSQL ${theirs[what] ?? 'nothing'}`
  return undefined
}
