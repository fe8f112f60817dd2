import type { Criteria } from '@dooryard/contract/criteria'
import type { InternalStatus, Waterfall } from '@dooryard/contract/order'
import type { ScrubSummary } from '@dooryard/contract/order-files'
import type { SortOrder } from '@dooryard/contract/paging'
import type { FileColumn } from '@dooryard/contract/vocabularies'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { containsText } from '../../platform/postgres/text.ts'
import { criteriaColumns, criteriaOf } from '../properties/index.ts'

/** Orders with the campaign and the hold of each. */
export const orders = (db: Db) =>
  db
    .selectFrom('orders')
    .leftJoin('campaigns', 'campaigns.id', 'orders.campaignId')
    .innerJoin('creditHolds', 'creditHolds.orderId', 'orders.id')

/** Orders as other modules may name them. */
export const selectOrderNames = (db: Db) => db.selectFrom('orders').select(['id', 'campaignId', 'orderName'])

/** Without the criteria, which may be large: `findCriteria` reads them where they are used. */
export const orderColumns = [
  'orders.id',
  'orders.userId',
  'orders.campaignId',
  'campaigns.name as campaignName',
  'orders.orderName',
  'orders.campaignType',
  'orders.quantity',
  'orders.creditRequired',
  'orders.criteriaFacts',
  'orders.internalStatus',
  'orders.deliveredQuantity',
  'orders.waterfall',
  'orders.note',
  'orders.failureReason',
  'orders.fileKey',
  'orders.fileVersion',
  'orders.columns',
  'orders.stepDone',
  'orders.stepOf',
  'orders.failures',
  'orders.expiresAt',
  'orders.expiredAt',
  'orders.dncCheckedAt',
  'orders.refreshSince',
  'orders.createdAt',
  'orders.completedAt',
  'creditHolds.subscription as heldSubscription',
  'creditHolds.onDemand as heldOnDemand',
  'creditHolds.captured',
  'creditHolds.released',
  'creditHolds.settledAt',
] as const

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>

export const findOrder = (db: Db, orderId: string) =>
  orders(db).select(orderColumns).where('orders.id', '=', orderId).executeTakeFirst()

/** What an order asks for. */
export const findCriteria = async (db: Db, orderId: string): Promise<Criteria> =>
  criteriaOf(
    await db
      .selectFrom('orders')
      .select(['criteria', 'criteriaIds'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow(),
  )

/** The criteria of the saved searches that an order leaves out, as they were when it was placed. */
export async function findExcluded(db: Db, orderId: string): Promise<Criteria[]> {
  const { excludedCriteria } = await db
    .selectFrom('orders')
    .select('excludedCriteria')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  // Written by `insertOrder` only, which takes validated criteria.
  return excludedCriteria as Criteria[]
}

/** A user's own order: of one campaign, with null of none, of any where none is said. Anything else is not found. */
export const findOwnOrder = (
  db: Db,
  userId: string,
  { campaignId, orderId }: { campaignId?: string | null; orderId: string },
) =>
  orders(db)
    .select(orderColumns)
    .where('orders.id', '=', orderId)
    .$if(campaignId !== undefined, (query) =>
      query.where('orders.campaignId', 'is not distinct from', campaignId ?? null),
    )
    .where('orders.userId', '=', userId)
    .executeTakeFirst()

export type OrderFilter = {
  userId: string
  campaignId?: string | undefined
  search?: string | undefined
  campaignType?: string | undefined
  statuses?: InternalStatus[] | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const matching = (db: Db, filter: OrderFilter) =>
  orders(db).where(({ and, eb }) =>
    and([
      eb('orders.userId', '=', filter.userId),
      ...(filter.campaignId ? [eb('orders.campaignId', '=', filter.campaignId)] : []),
      ...(filter.search ? [eb('orders.orderName', 'ilike', containsText(filter.search))] : []),
      ...(filter.campaignType ? [eb('orders.campaignType', '=', filter.campaignType)] : []),
      ...(filter.statuses ? [eb('orders.internalStatus', 'in', filter.statuses)] : []),
      ...(filter.from ? [eb('orders.createdAt', '>=', filter.from)] : []),
      ...(filter.to ? [eb('orders.createdAt', '<', filter.to)] : []),
    ]),
  )

export type OrderSort = 'createdAt' | 'orderName' | 'quantity' | 'totalPrice'
export type Slice = { limit: number; offset: number }

const sortColumns = {
  createdAt: sql.ref('orders.created_at'),
  orderName: sql.ref('orders.order_name'),
  quantity: sql.ref('orders.quantity'),
  totalPrice: sql.ref('orders.total_price'),
} satisfies Record<OrderSort, unknown>

export const listOrders = (db: Db, filter: OrderFilter, sort: OrderSort, order: SortOrder, slice: Slice) =>
  matching(db, filter)
    .select(orderColumns)
    .orderBy(sortColumns[sort], order)
    .orderBy('orders.id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()

export async function countOrders(db: Db, filter: OrderFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** How many orders of a user are neither delivered nor given up. */
export async function ordersUnderWay(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('internalStatus', 'not in', ['READY', 'FAILED', 'CANCELLED'])
    .executeTakeFirstOrThrow()
  return count
}

export type NewOrderRow = {
  id: string
  userId: string
  campaignId: string | null
  orderName: string
  campaignType: string
  quantity: number
  creditRequired: number
  criteria: Criteria
  /** The criteria of the saved searches that it leaves out, as they are now. */
  excluded: Criteria[]
  /** Those chosen for its file; null for those of its type. */
  columns: FileColumn[] | null
  createdAt: Date
  /** Of an order to call. */
  expiresAt: Date | null
  /** That it was placed with. */
  apiKeyId: string | null
  /** The failed order in whose place an administrator placed it. */
  retryOf?: string
}

export async function insertOrder(db: Db, { criteria, excluded, ...order }: NewOrderRow): Promise<void> {
  const internalStatus: InternalStatus = 'QUEUED'
  await db
    .insertInto('orders')
    .values({
      ...order,
      internalStatus,
      updatedAt: order.createdAt,
      ...criteriaColumns(criteria),
      excludedCriteria: JSON.stringify(excluded),
    })
    .execute()
  await insertTransition(db, { orderId: order.id, from: null, to: internalStatus, at: order.createdAt })
}

export const renameOrder = (db: Db, orderId: string, orderName: string, updatedAt: Date) =>
  db.updateTable('orders').set({ orderName, updatedAt }).where('id', '=', orderId).execute()

/** Locks an order until the transaction ends. */
export const lockOrder = (db: Db, orderId: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'userId', 'fence', 'internalStatus', 'campaignType'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const setFence = (db: Db, orderId: string, fence: string) =>
  db.updateTable('orders').set({ fence }).where('id', '=', orderId).execute()

/** The step under way has all its tries again. */
export const forgetFailures = (db: Db, orderId: string) =>
  db.updateTable('orders').set({ failures: 0, putOff: null }).where('id', '=', orderId).execute()

/** Notes why the step under way waits for the contact provider; null where it does not. */
export const notePutOff = (db: Db, orderId: string, putOff: string | null) =>
  db.updateTable('orders').set({ putOff }).where('id', '=', orderId).execute()

export async function countFailure(db: Db, orderId: string): Promise<number> {
  const { failures } = await db
    .updateTable('orders')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', orderId)
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

export type OrderProgress = {
  waterfall?: Waterfall
  note?: string | null
  failureReason?: string
  deliveredQuantity?: number
  fileKey?: string
  fileVersion?: number
  completedAt?: Date
  expiresAt?: Date
  dncCheckedAt?: Date
  scrub?: ScrubSummary | null
}

export const updateOrder = (
  db: Db,
  orderId: string,
  internalStatus: InternalStatus,
  progress: OrderProgress & { updatedAt: Date },
) =>
  db
    .updateTable('orders')
    .set({
      ...progress,
      internalStatus,
      ...(progress.waterfall && { waterfall: JSON.stringify(progress.waterfall) }),
      ...(progress.scrub && { scrub: JSON.stringify(progress.scrub) }),
      stepDone: null,
      stepOf: null,
      // A step that went through starts the next one with all its tries.
      failures: 0,
      putOff: null,
    })
    .where('id', '=', orderId)
    .execute()

type Transition = { orderId: string; from: InternalStatus | null; to: InternalStatus; at: Date; detail?: string }

export const insertTransition = (db: Db, { orderId, from, to, at, detail }: Transition) =>
  db
    .insertInto('orderTransitions')
    .values({ orderId, fromStatus: from, toStatus: to, at, detail: detail ?? null })
    .execute()

export const listTransitions = (db: Db, orderId: string) =>
  db
    .selectFrom('orderTransitions')
    .select(['at', 'fromStatus', 'toStatus', 'detail'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute()
