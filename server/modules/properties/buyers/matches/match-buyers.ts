import { maxBuyersPerList } from '@dooryard/contract/properties/buyer-lists'
import {
  type BuyerMatches,
  type BuyerMatchQuery,
  matchMonths,
  maxMatches,
} from '@dooryard/contract/properties/buyer-matches'
import type { Context } from '../../../../platform/context.ts'
import { notFound } from '../../../../platform/errors/app-error.ts'
import type { OwnerAccess } from '../../records/owners/present-owners.ts'
import { rankBuyers } from '../buyers.queries.ts'
import { listEntries } from '../lists/buyer-lists.queries.ts'
import { requireList } from '../lists/buyer-lists.ts'
import { presentRankedBuyers, resolveQuery } from '../search-buyers.ts'
import { findMatchSubject, listPropertyTypes } from './match-buyers.queries.ts'
import { scoreBuyer } from './match-rules.ts'

const marketMiles = 5
/** Buyers of a list are known: they may come from further away. */
const listMiles = 50
const maxConsidered = 200

/**
 * Ranks the buyers around a property, or those of a list, by how well the property fits what they bought. NOT_FOUND for
 * an unknown property or another user's list, UNPROCESSABLE for a property without coordinates.
 */
export async function matchBuyers(
  ctx: Context,
  owners: OwnerAccess,
  { propertyId, listId }: BuyerMatchQuery,
): Promise<BuyerMatches> {
  const { clickhouse, signal } = ctx
  const keys = listId === undefined ? undefined : await listKeys(ctx, listId)
  const miles = keys ? listMiles : marketMiles
  const query = await resolveQuery(ctx, {
    ...{ subject: { propertyId }, miles, months: matchMonths, kind: 'ANY' },
    ...{ sort: 'purchases', order: 'desc' },
  })
  const subject = await findMatchSubject(clickhouse, propertyId, signal)
  if (!subject) throw notFound('This property')
  if (keys?.length === 0) return { items: [], considered: 0 }
  const slice = { limit: maxConsidered, offset: 0 }
  const { buyers } = await rankBuyers(clickhouse, { ...query, keys }, slice, signal)
  // What the subject's own deeds say of it is no sign that their buyer wants it again.
  const others = buyers
    .map((buyer) => ({ ...buyer, proofs: buyer.proofs.filter((proof) => proof.propertyId !== propertyId) }))
    .filter(({ proofs }) => proofs.length > 0)
  const types = await listPropertyTypes(
    clickhouse,
    others.flatMap(({ proofs }) => proofs),
    signal,
  )
  const { today, since, lat, lng } = query
  const days = (Date.parse(today) - Date.parse(since)) / 86_400_000
  const terms = { subject: { ...subject, lat, lng }, miles, days, today, types }
  const best = others
    .map((buyer) => ({ ranked: buyer, ...scoreBuyer(terms, buyer) }))
    .sort((one, other) => other.score - one.score || (one.ranked.buyerKey < other.ranked.buyerKey ? -1 : 1))
    .slice(0, maxMatches)
  const presented = await presentRankedBuyers(
    ctx,
    owners,
    best.map(({ ranked }) => ranked),
  )
  const items = best.flatMap(({ score, reasons }, at) => {
    const buyer = presented[at]
    return buyer ? [{ score, reasons, buyer }] : []
  })
  return { items, considered: others.length }
}

async function listKeys({ db, actor }: Context, id: string): Promise<string[]> {
  await requireList(db, { userId: actor.userId, id })
  const entries = await listEntries(db, id, { limit: maxBuyersPerList, offset: 0 })
  return entries.map(({ ownerKey }) => ownerKey)
}
