import type { adminOrders } from '@dooryard/contract/admin-orders'
import type { Input, Output } from '@dooryard/contract/endpoint'
import { sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { ownersOf } from '../../platform/owners.queries.ts'
import { requireAnyCampaign } from '../campaigns/index.ts'
import { type EverybodysList, pageOfEverybodysOrders } from './everybodys-orders.queries.ts'
import { presentOrder } from './present-order.ts'
import { internalStatusesOf } from './transitions.ts'

type Query = Input<typeof adminOrders.listOfCampaigns>['query']
type Page = Output<typeof adminOrders.list>

type Narrower = Pick<EverybodysList, 'kind' | 'campaignId'>

/** A page of the orders of all users: of campaigns, of one of them, of none, or all. NOT_FOUND for no such campaign. */
export async function everybodysOrders(ctx: Context, query: Query, narrower: Narrower = {}): Promise<Page> {
  const { db, clock } = ctx
  if (narrower.campaignId) await requireAnyCampaign(ctx, narrower.campaignId)
  const page = await pageOfEverybodysOrders(db, { ...listOf(query), ...narrower }, sliceOf(query))
  const owners = await ownersOf(
    db,
    page.rows.map(({ userId }) => userId),
  )
  const items = page.rows.flatMap((row) => {
    const user = owners.get(row.userId)
    return user ? [{ ...presentOrder(row, clock.now()), user, updatedAt: row.updatedAt.toISOString() }] : []
  })
  return { ...toPage(items, page.totalCount, query), hasMore: page.hasMore }
}

/** What a query asks for. An internal status that is not behind the shown one leaves nothing. */
export function listOf(query: Omit<Query, 'page' | 'limit'>): EverybodysList {
  const { userId, campaignType, status, internalStatus, fromDate, toDate, search, sort, order } = query
  const shown = status && internalStatusesOf(status)
  return {
    ...{ userIds: userId, campaignType, search, sort, order },
    statuses: internalStatus ? [internalStatus].filter((one) => shown?.includes(one) ?? true) : shown,
    from: fromDate ? new Date(fromDate) : undefined,
    to: toDate ? new Date(toDate) : undefined,
  }
}
