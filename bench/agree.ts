import type { Buyer } from '@dooryard/contract/buyers'

/** What an answer says, number by number, so that two of them can be held side by side. */
export type Told = Record<string, string | number>

/** What the API says to a question. */
export function toldByApi(answer: Record<string, unknown>): Told {
  // An answer of the API, whose shape the contract has checked.
  const { count, totalCount, mailable, facets, waterfall, items, unresolved } = answer as ApiAnswer
  const told: Told = {}
  if (count !== undefined) told.count = count
  if (mailable !== undefined && !waterfall) told.mailable = mailable
  if (items && totalCount !== undefined) told.count = totalCount
  if (unresolved !== undefined) told.unresolved = unresolved
  items?.forEach((item, at) => {
    if ('buyerKey' in item) Object.assign(told, toldOfBuyer(at, item))
    else told[`row ${at}`] = item.propertyId
  })
  for (const { key, unknown, values } of facets ?? []) {
    if (unknown > 0) told[`${key} unknown`] = unknown
    for (const { value, count } of values) told[`${key} ${value}`] = count
  }
  waterfall?.clauses.forEach(({ remaining, givesBack }, at) => {
    told[`step ${at} remaining`] = remaining
    if (givesBack !== null) told[`step ${at} gives back`] = givesBack
  })
  return told
}

type ApiAnswer = {
  count?: number
  totalCount?: number
  mailable?: number
  facets?: { key: string; unknown: number; values: { value: string; count: number }[] }[]
  waterfall?: { clauses: { remaining: number; givesBack: number | null }[] }
  items?: ({ propertyId: string } | ToldBuyer)[]
  unresolved?: number
}

type ToldDeed = Pick<
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

type ToldBuyer = {
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
  transfers: readonly ToldDeed[]
}

const toldOfBuyer = (at: number, buyer: ToldBuyer): Told => ({
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
  [`mailing address of ${at}`]: textOf([buyer.mailingAddress, buyer.mailingCity, buyer.mailingState, buyer.mailingZip]),
  ...Object.fromEntries(buyer.transfers.map((deed, nth) => [`deed ${nth} of ${at}`, toldOfDeed(deed)])),
})

const toldOfDeed = (deed: ToldDeed) =>
  textOf([
    `${deed.propertyId} at ${textOf([deed.address, deed.unit, deed.city, deed.state, deed.zip])}`,
    `${deed.recordedOn}${deed.isMonthOnly ? ' or another day of the month' : ''}`,
    `for ${deed.price ?? 'an unknown price'}`,
    `${deed.deedType}${deed.isDeedInferred ? ' as concluded' : ''} by ${deed.seller}`,
    { true: 'in cash', false: 'by a loan', null: 'nobody says how' }[`${deed.cashPurchase}`],
    deed.resoldOn && `resold ${deed.resoldOn}`,
  ])

/** What is known of several things. */
const textOf = (facts: readonly (string | null | undefined)[]) => facts.filter(Boolean).join(', ')

type Rows = readonly Record<string, unknown>[]

/** What each statement of PostgreSQL says, in the words of `toldByApi`. */
export const toldByPeer = {
  count: ([row]: Rows): Told => ({ count: Number(row?.count ?? 0), mailable: Number(row?.mailable ?? 0) }),
  facets(rows: Rows): Told {
    const told: Told = {}
    for (const row of rows) {
      const column = Object.keys(facetColumns).find((name) => row[name] !== null)
      if (!column) Object.assign(told, toldByPeer.count([row]))
      else told[`${facetColumns[column]} ${row[column] || 'unknown'}`] = Number(row.count)
    }
    return told
  },
  waterfall([row]: Rows): Told {
    const steps = Object.entries(row ?? {}).filter(([name]) => name.startsWith('step '))
    return {
      count: Number(row?.count ?? 0),
      ...Object.fromEntries(steps.map(([name, count]) => [name, Number(count)])),
    }
  },
  page: (rows: Rows): Told => ({
    count: Number(rows[0]?.count ?? 0),
    ...Object.fromEntries(rows.map(({ property_id }, at) => [`row ${at}`, toStoreId(String(property_id))])),
  }),
  addresses: (rows: Rows): Told =>
    Object.fromEntries(rows.map(({ property_id }, at) => [`row ${at}`, toStoreId(String(property_id))])),
  buyers: (rows: Rows): Told => ({
    count: Number(rows[0]?.total ?? 0),
    unresolved: Number(rows[0]?.unresolved ?? 0),
    // Where nobody is known there is one row, without a buyer.
    ...Object.assign(
      {},
      ...rows.filter((row) => row.buyer_key !== null).map((row, at) => toldOfBuyer(at, buyerOfPeer(row))),
    ),
  }),
  // The two draw other properties, each by a hash of its own.
  take: (rows: Rows): Told => ({ count: rows.length }),
} as const

const facetColumns: Record<string, string> = {
  asset_class: 'property.assetClasses',
  owner_type: 'owner.ownerTypes',
  occupancy: 'owner.occupancies',
}

/** A row of `buyersSql`, in the words of the API. */
function buyerOfPeer(row: Rows[number]): ToldBuyer {
  const known = Number(row.known_payments)
  const deeds = row.deeds as PeerDeed[]
  return {
    // A key has the same bits on both sides.
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
    transfers: deeds.map(presentDeed),
  }
}

/** A deed of `buyersSql`, whose columns are named as in the store. */
type PeerDeed = Pick<ToldDeed, 'price' | 'seller' | 'address' | 'unit' | 'city' | 'state' | 'zip'> & {
  property_id: string
  recorded_on: string
  is_month_only: boolean
  deed_type: ToldDeed['deedType']
  is_deed_inferred: boolean
  buyer: string
  buyer_type: string
  cash: boolean | null
  resold_on: string | null
}

const presentDeed = (deed: PeerDeed): ToldDeed => ({
  ...deed,
  propertyId: toStoreId(deed.property_id),
  recordedOn: deed.recorded_on,
  isMonthOnly: deed.is_month_only,
  deedType: deed.deed_type,
  isDeedInferred: deed.is_deed_inferred,
  cashPurchase: deed.cash,
  resoldOn: deed.resold_on,
})

/** PostgreSQL has ids with a sign, moved down by half of what they can be, so that they stand in the same order. */
export const toStoreId = (id: string) => String(BigInt(id) + 2n ** 63n)
export const toPeerId = (id: string) => String(BigInt(id) - 2n ** 63n)

/**
 * The first thing of which the two say something else, in words; nothing where they agree. What takes the whole country
 * is null for the API where it takes too long, and is then not compared.
 */
export function findDifference(ours: Told, theirs: Told): string | undefined {
  const late = Object.keys(theirs).filter((what) => what === 'step 0 gives back' && !(what in ours))
  const all = new Set([...Object.keys(ours), ...Object.keys(theirs)]).difference(new Set(late))
  for (const what of all)
    if (ours[what] !== theirs[what])
      return `of ${what} the API says ${ours[what] ?? 'nothing'}, and PostgreSQL ${theirs[what] ?? 'nothing'}`
  return undefined
}
