import { toPage, toSlice } from '@dooryard/contract/api/paging'
import {
  type Buyer,
  type BuyerContacts,
  type BuyerPage,
  type BuyerSearch,
  type BuyerSelection,
  maxBuyerContacts,
} from '@dooryard/contract/properties/buyers'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { getCoverage } from '../places/coverage.ts'
import { type OwnerAccess, presentBuyers, presentKey } from '../records/owners/present-owners.ts'
import { toIsoDay } from '../search/compile/clauses.ts'
import { readDataVersion } from '../search/data-version.queries.ts'
import { getRollNames } from '../transfers/transfers.queries.ts'
import {
  type DeedRecord,
  findPosition,
  type HolderRecord,
  listHolders,
  listProofDeeds,
} from './buyer-details.queries.ts'
import { type Proof, type RankedBuyer, rankBuyers } from './buyers.queries.ts'
import { flipMonths, subtractMonths } from './look-back.ts'

type BuyerRecord = Omit<Buyer, 'isOwnerMasked'>

/**
 * Excludes public bodies and deeds not at arm's length. A payment that no roll reports counts as neither cash nor
 * loan.
 */
export async function searchBuyers(ctx: Context, owners: OwnerAccess, search: BuyerSearch): Promise<BuyerPage> {
  const query = await resolveQuery(ctx, search)
  const ranking = await rankBuyers(ctx.clickhouse, query, toSlice(search), ctx.signal)
  const items = await presentRankedBuyers(ctx, owners, ranking.buyers)
  return { ...toPage(items, ranking.totalCount, search), since: query.since, unresolved: ranking.unresolved }
}

/** Ranked buyers with their deeds and properties, as the actor may see them. */
export const presentRankedBuyers = async (ctx: Context, owners: OwnerAccess, ranked: RankedBuyer[]): Promise<Buyer[]> =>
  presentBuyers(ctx, owners, await addDetails(ctx, ranked))

/** The properties to order the buyers of a search by. Buyers without a known property have none. */
export async function listBuyerContacts(
  ctx: Context,
  owners: OwnerAccess,
  search: BuyerSelection,
): Promise<BuyerContacts> {
  const { clickhouse, signal } = ctx
  const query = await resolveQuery(ctx, search)
  const { buyers, totalCount } = await rankBuyers(clickhouse, query, { limit: maxBuyerContacts, offset: 0 }, signal)
  const keys = buyers.map(({ buyerKey }) => buyerKey)
  const holders = keys.length > 0 ? await listHolders(clickhouse, keys, signal) : []
  const contactByKey = new Map(holders.map(({ owner_key, contact }) => [owner_key, contact]))
  const contacts = keys.flatMap((buyerKey) => {
    const propertyId = contactByKey.get(buyerKey)
    return propertyId ? [{ buyerKey: presentKey(ctx, owners, buyerKey), propertyId }] : []
  })
  return { contacts, considered: keys.length, totalCount }
}

/** The query of a search: the position of its subject and the days it counts. */
export async function resolveQuery(ctx: Context, search: BuyerSelection) {
  const today = toIsoDay(ctx.clock.now())
  const since = subtractMonths(today, search.months)
  // A purchase before the look-back that is resold within it makes its buyer a flipper, too.
  const days = { today, since, earliest: subtractMonths(since, flipMonths) }
  const [position, data] = await Promise.all([resolvePosition(ctx, search.subject), readDataVersion(ctx.db)])
  return { ...search, ...position, ...days, coverage: getCoverage(ctx, data) }
}

async function resolvePosition({ clickhouse }: Context, subject: BuyerSearch['subject']) {
  if ('lat' in subject) return subject
  const position = await findPosition(clickhouse, subject.propertyId)
  if (!position) throw notFound('This property')
  const { lat, lng } = position
  if (lat === null || lng === null)
    throw appError('UNPROCESSABLE', 'This property has no coordinates. Enter a position instead.')
  return { lat, lng }
}

async function addDetails({ clickhouse, db, signal }: Context, ranked: RankedBuyer[]): Promise<BuyerRecord[]> {
  if (ranked.length === 0) return []
  const keys = ranked.map(({ buyerKey }) => buyerKey)
  const proofs = ranked.flatMap((buyer) => buyer.proofs)
  const [deeds, holders, rolls] = await Promise.all([
    listProofDeeds(clickhouse, keys, proofs, signal),
    listHolders(clickhouse, keys, signal),
    getRollNames(db, [...new Set(proofs.map(({ source }) => source))]),
  ])
  const holderByKey = new Map(holders.map((holder) => [holder.owner_key, holder]))
  const deedsByKey = Map.groupBy(deeds, (deed) => toDeedKey(deed.buyer_key, deed))
  return ranked.map((buyer) => presentBuyer(buyer, holderByKey.get(buyer.buyerKey), deedsByKey, rolls))
}

type DeedKeyFields = Pick<DeedRecord, 'property_id' | 'source' | 'recorded_on' | 'price'>

const toDeedKey = (buyerKey: string, { property_id, source, recorded_on, price }: DeedKeyFields) =>
  [buyerKey, property_id, source, recorded_on, price].join()

function presentBuyer(
  { proofs, cashPurchases, ...buyer }: RankedBuyer,
  holder: HolderRecord | undefined,
  deedsByKey: Map<string, DeedRecord[]>,
  rolls: Map<string, string>,
): BuyerRecord {
  // A roll may be replaced between the two reads; a proof from it is then missing until the next search.
  const matched = proofs.flatMap((proof) => {
    const name = toDeedKey(buyer.buyerKey, toDeedKeyFields(proof))
    const deed = deedsByKey.get(name)?.shift()
    return deed ? [{ deed, proof }] : []
  })
  const [address = '', city = '', state = '', zip = ''] = holder?.mailing ?? []
  return {
    ...buyer,
    names: [...new Set(matched.flatMap(({ deed }) => deed.buyer || []))],
    buyerType: matched[0]?.deed.buyer_type || 'UNKNOWN',
    cashShare: buyer.knownPayments === 0 ? null : cashPurchases / buyer.knownPayments,
    portfolioSize: Number(holder?.owned ?? 0),
    contactPropertyId: holder?.contact ?? null,
    mailingAddress: address || null,
    mailingCity: city || null,
    mailingState: state || null,
    mailingZip: zip || null,
    transfers: matched.map(({ deed, proof }) => presentPurchase(deed, proof, rolls)),
  }
}

const toDeedKeyFields = ({ propertyId, source, reportedOn, price }: Proof): DeedKeyFields => ({
  property_id: propertyId,
  source,
  recorded_on: reportedOn,
  price,
})

const presentPurchase = (
  deed: DeedRecord,
  { lat, lng, recordedOn, isMonthOnly, cashPurchase, resoldOn }: Proof,
  rolls: Map<string, string>,
): Buyer['transfers'][number] => ({
  propertyId: deed.property_id,
  address: deed.address || null,
  unit: deed.unit || null,
  city: deed.city || null,
  state: deed.state,
  zip: deed.zip || null,
  lat,
  lng,
  recordedOn,
  isMonthOnly,
  price: deed.price,
  deedType: deed.deed_type || 'UNKNOWN',
  isDeedInferred: deed.is_deed_inferred,
  seller: deed.seller || null,
  cashPurchase,
  resoldOn,
  roll: rolls.get(deed.source) ?? deed.source,
})
