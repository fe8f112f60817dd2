import type { EndpointInput } from '@dooryard/contract/api/endpoint'
import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { dayMs } from '@dooryard/contract/api/time'
import type { AdminTestOrder, adminTestOrders } from '@dooryard/contract/integrations/test-orders'
import type { enterprise } from '@dooryard/contract/orders/enterprise'
import type { Lead } from '@dooryard/contract/orders/leads'
import type { OrderChange } from '@dooryard/contract/orders/new-order'
import type { ListedOrder, Order, UserFacingStatus } from '@dooryard/contract/orders/order'
import type { Context, Services } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { withOwners } from '../../../../platform/lists/owners.queries.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { listInternalStatuses } from '../../fulfil/order-status-rules.ts'
import { endTestOrder } from './advance-test-order.job.ts'
import { getFile, presentTestOrder, presentTestOrderWithCriteria } from './present-test-order.ts'
import { generateOrderLeads, testExportsFolder, testFilesFolder } from './test-order-files.ts'
import {
  deleteTestOrdersBefore,
  findAnyTestOrderPage,
  findOwnedTestOrder,
  findTestOrderPage,
  lockTestOrder,
  renameTestOrder,
  type TestOrderFilter,
  type TestOrderRow,
} from './test-orders.queries.ts'

/** NOT_FOUND for live orders and for test orders of other users. */
export async function requireTestOrder(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  id: string,
): Promise<TestOrderRow> {
  const row = await findOwnedTestOrder(db, actor.userId, id)
  if (!row) throw notFound('This order')
  return row
}

type TestOrderQuery = PageQuery & Omit<TestOrderFilter, 'statuses'> & { status?: UserFacingStatus | undefined }

export async function listTestOrders(
  { db, actor }: Context,
  { status, ...query }: TestOrderQuery,
): Promise<PageResult<ListedOrder>> {
  const statuses = status && listInternalStatuses(status)
  const { rows, count } = await findTestOrderPage(db, actor.userId, { ...query, statuses }, toSlice(query))
  return toPage(rows.map(presentTestOrder), count, query)
}

/** Of all users, for administrators. */
export async function listAllTestOrders(
  { db }: Context,
  { userId, ...query }: EndpointInput<typeof adminTestOrders.list>['query'],
): Promise<PageResult<AdminTestOrder>> {
  const { rows, count } = await findAnyTestOrderPage(db, userId, toSlice(query))
  const items = (await withOwners(db, rows)).map((row) => ({ ...presentTestOrder(row), user: row.owner }))
  return toPage(items, count, query)
}

type LeadQuery = EndpointInput<typeof enterprise.leads>['query']

/** Empty until the order is completed. All leads are new: a test order has no board. */
export async function listTestOrderLeads(ctx: Context, id: string, query: LeadQuery): Promise<PageResult<Lead>> {
  const row = await requireTestOrder(ctx, id)
  if (!getFile(row) || (query.stage ?? 'NEW') !== 'NEW') return toPage([], 0, query)
  const leads = generateOrderLeads(row)
  const { offset, limit } = toSlice(query)
  const page = leads.slice(offset, offset + limit).map(({ rank, lead, contacts }) => ({
    ...lead,
    rank,
    ...(row.campaignType === 'CALL_READY' && { contacts }),
    ...{ isRepeat: false, isTest: true as const, stage: 'NEW' as const },
  }))
  return toPage(page, leads.length, query)
}

/** CONFLICT once the order has started. */
export const changeTestOrder = (ctx: Context, id: string, { orderName, cancel }: OrderChange): Promise<Order> =>
  inTransaction(ctx, async (tx) => {
    await requireTestOrder(tx, id)
    const row = await lockTestOrder(tx.db, id)
    if (!row) throw notFound('This order')
    if (orderName !== undefined) await renameTestOrder(tx.db, id, orderName)
    if (cancel) {
      if (row.internalStatus !== 'QUEUED')
        throw appError('CONFLICT', 'Only a pending order can be cancelled; this one has started or ended.')
      await endTestOrder(tx, row, 'CANCELLED', 'Cancelled before it started.')
    }
    return presentTestOrderWithCriteria(await requireTestOrder(tx, id))
  })

export const testOrderDays = 30
const exportMs = 3_600_000

/** Deletes test orders and their files after 30 days, and exports once their links have expired. */
export async function purgeTestOrders({ db, files, clock }: Services): Promise<void> {
  await deleteTestOrdersBefore(db, new Date(clock.now().getTime() - testOrderDays * dayMs))
  await files.removeOlder(testFilesFolder, testOrderDays * dayMs)
  await files.removeOlder(testExportsFolder, exportMs)
}
