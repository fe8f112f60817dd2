import type { Buyer, BuyerPage, BuyerSearch } from '@dooryard/contract/buyers'
import { sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors.ts'
import { knownCoverage } from '../places/coverage.ts'
import { isoDay } from '../search/clauses.ts'
import { readDataVersion } from '../search/data-version.queries.ts'
import { rollNames } from '../transfers/transfers.queries.ts'
import { type DeedRecord, findPosition, type HolderRecord, readHolders, readProofs } from './buyer-details.queries.ts'
import { type Proof, type RankedBuyer, rankBuyers } from './buyers.queries.ts'
import { flipMonths, monthsBefore } from './look-back.ts'

/** Leaves out public bodies, and deeds not at arm's length. A payment no roll tells is neither cash nor a loan. */
export async function searchBuyers(ctx: Context, search: BuyerSearch): Promise<BuyerPage> {
  const today = isoDay(ctx.clock.now())
  const since = monthsBefore(today, search.months)
  // What was bought before the look-back and resold within it makes a flipper too.
  const days = { today, since, earliest: monthsBefore(since, flipMonths) }
  const [position, data] = await Promise.all([positionOf(ctx, search.subject), readDataVersion(ctx.db)])
  const question = { ...search, ...position, ...days, coverage: knownCoverage(ctx, data) }
  const ranking = await rankBuyers(ctx.clickhouse, question, sliceOf(search), ctx.signal)
  const items = await withDetails(ctx, ranking.buyers)
  return { ...toPage(items, ranking.totalCount, search), since, unresolved: ranking.unresolved }
}

async function positionOf({ clickhouse }: Context, subject: BuyerSearch['subject']) {
  if ('lat' in subject) return subject
  const position = await findPosition(clickhouse, subject.propertyId)
  if (!position) throw notFound('This property')
  const { lat, lng } = position
  if (lat === null || lng === null)
    throw appError('UNPROCESSABLE', 'No roll says where this property lies: give a position instead.')
  return { lat, lng }
}

async function withDetails({ clickhouse, db, signal }: Context, ranked: RankedBuyer[]): Promise<Buyer[]> {
  if (ranked.length === 0) return []
  const keys = ranked.map(({ buyerKey }) => buyerKey)
  const proofs = ranked.flatMap((buyer) => buyer.proofs)
  const [deeds, holders, rolls] = await Promise.all([
    readProofs(clickhouse, keys, proofs, signal),
    readHolders(clickhouse, keys, signal),
    rollNames(db, [...new Set(proofs.map(({ source }) => source))]),
  ])
  const holderOf = new Map(holders.map((holder) => [holder.owner_key, holder]))
  const deedsOf = Map.groupBy(deeds, (deed) => nameOf(deed.buyer_key, deed))
  return ranked.map((buyer) => presentBuyer(buyer, holderOf.get(buyer.buyerKey), deedsOf, rolls))
}

type Told = Pick<DeedRecord, 'property_id' | 'source' | 'recorded_on' | 'price'>

const nameOf = (buyerKey: string, { property_id, source, recorded_on, price }: Told) =>
  [buyerKey, property_id, source, recorded_on, price].join()

function presentBuyer(
  { proofs, cashPurchases, ...buyer }: RankedBuyer,
  holder: HolderRecord | undefined,
  deedsOf: Map<string, DeedRecord[]>,
  rolls: Map<string, string>,
): Buyer {
  // A roll may be replaced between the two reads; then a proof of it is missing until the next search.
  const told = proofs.flatMap((proof) => {
    const name = nameOf(buyer.buyerKey, toldBy(proof))
    const deed = deedsOf.get(name)?.shift()
    return deed ? [{ deed, proof }] : []
  })
  const [address = '', city = '', state = '', zip = ''] = holder?.mailing ?? []
  return {
    ...buyer,
    names: [...new Set(told.flatMap(({ deed }) => deed.buyer || []))],
    buyerType: told[0]?.deed.buyer_type || 'UNKNOWN',
    cashShare: buyer.knownPayments === 0 ? null : cashPurchases / buyer.knownPayments,
    portfolioSize: Number(holder?.owned ?? 0),
    contactPropertyId: holder?.contact ?? null,
    mailingAddress: address || null,
    mailingCity: city || null,
    mailingState: state || null,
    mailingZip: zip || null,
    transfers: told.map(({ deed, proof }) => presentPurchase(deed, proof, rolls)),
  }
}

const toldBy = ({ propertyId, source, toldOn, price }: Proof): Told => ({
  property_id: propertyId,
  source,
  recorded_on: toldOn,
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
