import { dayMs } from '@dooryard/contract/api/time'
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
import { type BuyerQuery, rankBuyers } from '../buyers.queries.ts'
import { listEntries } from '../lists/buyer-lists.queries.ts'
import { requireList } from '../lists/buyer-lists.ts'
import { presentRankedBuyers, resolveQuery } from '../search-buyers.ts'
import { findMatchSubject, listPropertyTypes } from './match-buyers.queries.ts'
import { scoreBuyer } from './match-rules.ts'
import type { SubjectTerms } from './match-sql.ts'

const marketMiles = 5
/** Buyers of a list are known: they may come from further away. */
const listMiles = 50
/** Those the database finds best, of which the exact score ranks `maxMatches`. */
const maxScored = 200

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
  const { lat, lng } = query
  const { best, considered } = await findBest(ctx, { ...query, keys, match: { ...subject, propertyId, lat, lng } })
  const presented = await presentRankedBuyers(
    ctx,
    owners,
    best.map(({ ranked }) => ranked),
  )
  const items = best.flatMap(({ score, reasons }, at) => {
    const buyer = presented[at]
    return buyer ? [{ score, reasons, buyer }] : []
  })
  return { items, considered }
}

async function findBest({ clickhouse, signal }: Context, query: BuyerQuery & { match: SubjectTerms }) {
  const { match, miles, today, since } = query
  const { buyers, totalCount } = await rankBuyers(clickhouse, query, { limit: maxScored, offset: 0 }, signal)
  const proofs = buyers.flatMap((buyer) => buyer.proofs)
  const types = await listPropertyTypes(clickhouse, proofs, signal)
  const terms = { subject: match, miles, days: (Date.parse(today) - Date.parse(since)) / dayMs, today, types }
  const best = buyers
    .map((buyer) => ({ ranked: buyer, ...scoreBuyer(terms, buyer) }))
    .sort((one, other) => other.score - one.score || (one.ranked.buyerKey < other.ranked.buyerKey ? -1 : 1))
    .slice(0, maxMatches)
  return { best, considered: totalCount }
}

async function listKeys({ db, actor }: Context, id: string): Promise<string[]> {
  await requireList(db, { userId: actor.userId, id })
  const entries = await listEntries(db, id, { limit: maxBuyersPerList, offset: 0 })
  return entries.map(({ ownerKey }) => ownerKey)
}
