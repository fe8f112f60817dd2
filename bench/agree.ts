import type { Question } from './questions.ts'

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

type ToldBuyer = {
  buyerKey: string
  purchases: number
  lastPurchase: string
  medianPrice: number | null
  medianHoldingMonths: number | null
  knownPayments: number
  cashShare: number | null
  portfolioSize: number
  contactPropertyId: string | null
  mailingAddress: string | null
  transfers: readonly unknown[]
}

const toldOfBuyer = (at: number, buyer: ToldBuyer): Told => ({
  [`row ${at}`]: buyer.buyerKey,
  [`purchases of ${at}`]: buyer.purchases,
  [`last purchase of ${at}`]: buyer.lastPurchase,
  [`median price of ${at}`]: buyer.medianPrice ?? 'unknown',
  [`holding months of ${at}`]: buyer.medianHoldingMonths ?? 'unknown',
  [`known payments of ${at}`]: buyer.knownPayments,
  [`cash share of ${at}`]: buyer.cashShare ?? 'unknown',
  [`portfolio of ${at}`]: buyer.portfolioSize,
  [`contact of ${at}`]: buyer.contactPropertyId ?? 'none',
  [`mailing address of ${at}`]: buyer.mailingAddress ?? 'unknown',
  [`deeds of ${at}`]: buyer.transfers.length,
})

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
    ...Object.fromEntries(rows.map(({ property_id }, at) => [`row ${at}`, idOfPeer(String(property_id))])),
  }),
  addresses: (rows: Rows): Told =>
    Object.fromEntries(rows.map(({ property_id }, at) => [`row ${at}`, idOfPeer(String(property_id))])),
  buyers: (rows: Rows): Told => ({
    count: Number(rows[0]?.total ?? 0),
    unresolved: Number(rows[0]?.unresolved ?? 0),
    ...Object.assign({}, ...rows.map((row, at) => toldOfBuyer(at, buyerOfPeer(row)))),
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
  return {
    // A key has the same bits on both sides.
    buyerKey: String(BigInt.asUintN(64, BigInt(String(row.buyer_key)))),
    purchases: Number(row.purchases),
    lastPurchase: String(row.last_day),
    medianPrice: row.median_price === null ? null : Math.round(Number(row.median_price)),
    medianHoldingMonths: row.median_months === null ? null : Number(row.median_months),
    knownPayments: known,
    cashShare: known === 0 ? null : Number(row.cash_purchases) / known,
    portfolioSize: Number(row.owned),
    contactPropertyId: row.contact === null ? null : idOfPeer(String(row.contact)),
    // Unknown is nothing for one and no text for the other.
    mailingAddress: row.mailing_address ? String(row.mailing_address) : null,
    transfers: row.deeds as unknown[],
  }
}

/** PostgreSQL has ids with a sign, moved down by half of what they can be, so that they stand in the same order. */
const idOfPeer = (id: string) => String(BigInt(id) + 2n ** 63n)
export const idForPeer = (id: string) => String(BigInt(id) - 2n ** 63n)

/**
 * Throws where the two say different things. Exactly the same is asked for but at the rim of an area: there the store
 * takes the sines of a distance from a table, and PostgreSQL compares positions to a millionth of a degree, so that a
 * few of thousands may differ.
 */
export function agree({ name, isAtRim }: Question, ours: Told, theirs: Told): void {
  // What takes the whole country is null for the API where it takes too long, and is then not compared.
  const late = Object.keys(theirs).filter((what) => what === 'step 0 gives back' && !(what in ours))
  const all = new Set([...Object.keys(ours), ...Object.keys(theirs)]).difference(new Set(late))
  for (const what of all) {
    const [api, peer] = [ours[what], theirs[what]]
    const isClose = isAtRim && typeof api === 'number' && Math.abs(api - Number(peer)) <= 1 + Number(peer) / 200
    if (api !== peer && !isClose)
      throw new Error(`${name}: of ${what} the API says ${api ?? 'nothing'}, and PostgreSQL ${peer ?? 'nothing'}.`)
  }
}
