import { toPage, toSlice } from '@dooryard/contract/api/paging'
import type { Buyer, BuyerPage, BuyerSearch } from '@dooryard/contract/properties/buyers'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { getCoverage } from '../places/coverage.ts'
import { type OwnerAccess, presentBuyers } from '../records/owners/present-owners.ts'
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
  const today = toIsoDay(ctx.clock.now())
  const since = subtractMonths(today, search.months)
  // A purchase before the look-back that is resold within it makes its buyer a flipper, too.
  const days = { today, since, earliest: subtractMonths(since, flipMonths) }
  const [position, data] = await Promise.all([resolvePosition(ctx, search.subject), readDataVersion(ctx.db)])
  const query = { ...search, ...position, ...days, coverage: getCoverage(ctx, data) }
  const ranking = await rankBuyers(ctx.clickhouse, query, toSlice(search), ctx.signal)
  const items = await presentBuyers(ctx, owners, await addDetails(ctx, ranking.buyers))
  return { ...toPage(items, ranking.totalCount, search), since, unresolved: ranking.unresolved }
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
