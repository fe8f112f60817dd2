import type { Buyer, BuyerKind, BuyerPage, BuyerSearch } from '@dooryard/contract/properties/buyers'
import { milesBetween } from '../search/reference-places.fixture.ts'
import type { DeedRow, HoldingRow } from './deeds.fixture.ts'

type Market = { deeds: readonly DeedRow[]; holdings: readonly HoldingRow[] }
type Point = { lat: number; lng: number }
type Purchase = DeedRow & { resoldOn: string | null; cash: boolean | null }
type RankedReference = Omit<Buyer, 'transfers' | 'names' | 'buyerType' | 'isOwnerMasked'> & { proofs: Purchase[] }

/** The expected answer, computed as plainly as the documentation describes it. */
export type Reference = Pick<BuyerPage, 'totalCount' | 'unresolved' | 'since'> & { items: RankedReference[] }

export function buildReferenceAnswer(market: Market, subject: Point, search: BuyerSearch, today: string): Reference {
  const since = addMonths(today, -search.months)
  const days = { from: addMonths(since, -18), to: today }
  const near = market.deeds.filter((deed) => milesBetween(deed, subject) <= search.miles)
  const purchases = [...Map.groupBy(near, (deed) => deed.property_id).values()]
    .flatMap(listPurchases)
    .filter((deed) => deed.recorded_on >= days.from && deed.recorded_on <= days.to)
    .map((deed) => ({ ...deed, resoldOn: deed.resoldOn !== null && deed.resoldOn <= days.to ? deed.resoldOn : null }))
    // A purchase before the look-back counts when it was resold within it.
    .filter((deed) => deed.recorded_on >= since || (deed.resoldOn ?? '') >= since)
    .filter((deed) => deed.buyer_type !== 'GOVERNMENT' && isInPriceRange(deed, search.price))
  const buyers = [...Map.groupBy(purchases, (deed) => deed.buyer_key)]
    .map(([key, bought]) => describeBuyer(key, bought, search.kind, { since, today }, market.holdings))
    .filter(({ buyer }) => buyer.purchases > 0)
  const shown = buyers
    .filter(({ buyer, bought }) => buyer.buyerKey !== '0' && matchesKind[search.kind](buyer, bought, market.holdings))
    .map(({ buyer }) => buyer)
    .sort(compareBy(search))
  return {
    since,
    totalCount: shown.length,
    unresolved: buyers.find(({ buyer }) => buyer.buyerKey === '0')?.buyer.purchases ?? 0,
    items: shown.slice((search.page - 1) * search.limit, search.page * search.limit),
  }
}

const toSaleKey = ({ recorded_on, price }: DeedRow) =>
  price === null ? recorded_on : `${recorded_on.slice(0, 7)} for ${price}`

/** Groups deeds by sale: the latest deed of one roll belongs with the latest of another, and so on. */
function groupSales(reports: DeedRow[]): DeedRow[][] {
  const ofRoll = [...Map.groupBy(reports, (deed) => `${toSaleKey(deed)} by ${deed.source}`).values()]
  const numbered = ofRoll.flatMap((deeds) => deeds.toSorted(latestFirst).map((deed, nth) => ({ deed, nth })))
  const sales = Map.groupBy(numbered, ({ deed, nth }) => `${toSaleKey(deed)}, number ${nth}`)
  return [...sales.values()].map((same) => same.map(({ deed }) => deed).sort(byReliability))
}

function listPurchases(reports: DeedRow[]): Purchase[] {
  const sales = groupSales(reports)
    .filter((same) => same.every((deed) => deed.arms_length !== false))
    .flatMap((same): Omit<Purchase, 'resoldOn'>[] => {
      const [standing] = same
      const deed = same.find(({ buyer_key }) => buyer_key !== '0') ?? same.find(({ buyer }) => buyer !== '') ?? standing
      const cash = same.map(paidInCash).find((paid) => paid !== null) ?? null
      return standing && deed ? [{ ...deed, recorded_on: standing.recorded_on, cash }] : []
    })
  return sales.map((deed) => ({
    ...deed,
    resoldOn:
      sales
        .filter((other) => other.recorded_on > deed.recorded_on && isOtherBuyer(other, deed))
        .map((other) => other.recorded_on)
        .sort()[0] ?? null,
  }))
}

const paidInCash = (deed: DeedRow) => deed.cash_purchase ?? ((deed.loan_amount ?? 0) > 0 ? false : null)

const latestFirst = (a: DeedRow, b: DeedRow) => compare(b.recorded_on, a.recorded_on) || compare(a.document, b.document)

const byReliability = (a: DeedRow, b: DeedRow) =>
  Number(a.is_month_only) - Number(b.is_month_only) ||
  compare(b.recorded_on, a.recorded_on) ||
  Number(a.deed_type === 'UNKNOWN') - Number(b.deed_type === 'UNKNOWN') ||
  Number(a.is_deed_inferred) - Number(b.is_deed_inferred) ||
  compare(a.source, b.source)

const isOtherBuyer = (a: DeedRow, b: DeedRow) =>
  (a.buyer_key !== '0' || a.buyer !== '') &&
  !(a.buyer_key !== '0' && a.buyer_key === b.buyer_key) &&
  !(a.buyer !== '' && a.buyer === b.buyer)

const isInPriceRange = ({ price }: DeedRow, range: BuyerSearch['price']) => {
  if (range?.min === undefined && range?.max === undefined) return true
  if (price === null) return range.includeUnknown ?? false
  return price >= (range.min ?? 0) && price <= (range.max ?? Infinity)
}

function describeBuyer(
  buyerKey: string,
  bought: Purchase[],
  kind: BuyerKind,
  { since, today }: { since: string; today: string },
  holdings: readonly HoldingRow[],
) {
  const counted = bought.filter((deed) => deed.recorded_on >= since)
  const paid = counted.flatMap(({ cash }) => (cash === null ? [] : [cash]))
  const held = holdings.filter((holding) => holding.owner_key === buyerKey)
  const home = held.toSorted((a, b) => (a.property_id < b.property_id ? -1 : 1))[0]
  const medianPrice = median(counted.flatMap(({ price }) => price ?? []))
  const proofs = bought.filter((deed) => deed.recorded_on >= since || isFlip(deed))
  const makesKind = (deed: Purchase) =>
    (kind === 'FLIPPER' && isFlip(deed)) || (kind === 'CASH_BUYER' && deed.recorded_on >= since && deed.cash === true)
  const shown = proofs.toSorted((a, b) => Number(makesKind(b)) - Number(makesKind(a)) || newestFirst(a, b))
  const buyer: RankedReference = {
    buyerKey,
    purchases: counted.length,
    medianPrice: medianPrice === null ? null : Math.round(medianPrice),
    lastPurchase:
      counted
        .map((deed) => deed.recorded_on)
        .sort()
        .at(-1) ?? '',
    medianHoldingMonths: median(bought.flatMap((deed) => (deed.resoldOn ? wholeMonths(deed, deed.resoldOn) : []))),
    medianOwnedMonths: median(counted.flatMap((deed) => (deed.resoldOn === null ? wholeMonths(deed, today) : []))),
    cashShare: paid.length === 0 ? null : paid.filter(Boolean).length / paid.length,
    knownPayments: paid.length,
    portfolioSize: held.length,
    contactPropertyId: held.toSorted(byReachability)[0]?.property_id ?? null,
    mailingAddress: home?.mailing_address ?? null,
    mailingCity: home?.mailing_city ?? null,
    mailingState: home?.mailing_state ?? null,
    mailingZip: home?.mailing_zip || null,
    proofs: shown.slice(0, 25),
  }
  return { buyer, bought }
}

const isNamed = ({ owner_names }: HoldingRow) => owner_names.length > 0
const isMailable = (holding: HoldingRow) => isNamed(holding) && holding.mailing_zip !== ''
const byReachability = (a: HoldingRow, b: HoldingRow) =>
  Number(isMailable(b)) - Number(isMailable(a)) ||
  Number(isNamed(b)) - Number(isNamed(a)) ||
  compare(BigInt(a.property_id), BigInt(b.property_id))

const isFlip = ({ recorded_on, resoldOn }: Purchase) => resoldOn !== null && resoldOn <= addMonths(recorded_on, 18)
const isAbsentee = ({ occupancy }: HoldingRow) => occupancy.startsWith('ABSENTEE')
const people = ['INDIVIDUAL', 'TRUST', 'ESTATE', 'UNKNOWN']

type KindPredicate = (buyer: RankedReference, bought: Purchase[], holdings: readonly HoldingRow[]) => boolean
const matchesKind: Record<BuyerKind, KindPredicate> = {
  ANY: () => true,
  CASH_BUYER: ({ cashShare }) => (cashShare ?? 0) > 0,
  LANDLORD: ({ buyerKey }, _, holdings) =>
    holdings.filter((holding) => holding.owner_key === buyerKey && isAbsentee(holding)).length >= 2,
  FLIPPER: (_, bought) => bought.some(isFlip),
  BUILDER: (_, bought) => bought.some((deed) => deed.buyer_type === 'BUILDER'),
  LENDER: (_, bought) => bought.some((deed) => deed.buyer_type === 'LENDER'),
  INSTITUTIONAL: ({ portfolioSize }, bought) =>
    bought.some((deed) => deed.buyer_type === 'NONPROFIT') ||
    (portfolioSize >= 10 && bought.some((deed) => !people.includes(deed.buyer_type))),
}

const compare = <Value extends string | number | bigint>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0)
const byKey = (a: RankedReference, b: RankedReference) => compare(BigInt(a.buyerKey), BigInt(b.buyerKey))
const byPurchases = (a: RankedReference, b: RankedReference) => b.purchases - a.purchases
const byLast = (a: RankedReference, b: RankedReference) => compare(b.lastPurchase, a.lastPurchase)

const sortValues: Record<BuyerSearch['sort'], (buyer: RankedReference) => (number | null)[]> = {
  purchases: ({ purchases }) => [purchases],
  lastPurchase: ({ lastPurchase }) => [Date.parse(lastPurchase)],
  medianPrice: ({ medianPrice }) => [medianPrice],
  medianHoldingMonths: ({ medianHoldingMonths, medianOwnedMonths }) => [medianHoldingMonths, medianOwnedMonths],
  cashShare: ({ cashShare }) => [cashShare],
  portfolioSize: ({ portfolioSize }) => [portfolioSize],
}

/** Unknown values come last, whichever the order. */
const compareBy =
  ({ sort, order }: Pick<BuyerSearch, 'sort' | 'order'>) =>
  (a: RankedReference, b: RankedReference): number => {
    const [mine, theirs] = [sortValues[sort](a), sortValues[sort](b)]
    const differences = mine.map((one, at) => {
      const other = theirs[at] ?? null
      if (one === null || other === null) return Number(one === null) - Number(other === null)
      return order === 'desc' ? other - one : one - other
    })
    return differences.find((difference) => difference !== 0) || byPurchases(a, b) || byLast(a, b) || byKey(a, b)
  }

const newestFirst = (a: Purchase, b: Purchase) =>
  compare(b.recorded_on, a.recorded_on) ||
  compare(BigInt(a.property_id), BigInt(b.property_id)) ||
  compare(a.source, b.source)

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

function wholeMonths({ recorded_on: from }: DeedRow, to: string): number {
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return months(to) - months(from) - (to.slice(8) < from.slice(8) ? 1 : 0)
}

/** The same day in another month, or that month's last day when it has no such day. */
function addMonths(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  const month = date.toISOString().slice(0, 7)
  for (let of = Number(day.slice(8)); ; of -= 1) {
    const same = new Date(`${month}-${String(of).padStart(2, '0')}T00:00:00Z`)
    if (!Number.isNaN(same.getTime()) && same.toISOString().startsWith(month)) return same.toISOString().slice(0, 10)
  }
}
