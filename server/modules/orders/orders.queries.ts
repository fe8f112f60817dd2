import type { Criteria } from '@dooryard/contract/criteria'
import type { InternalStatus, Waterfall } from '@dooryard/contract/order'
import type { ScrubSummary } from '@dooryard/contract/order-files'
import type { Slice } from '@dooryard/contract/paging'
import type { FileColumn } from '@dooryard/contract/vocabularies'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Scope } from '../../platform/context.ts'
import { type Condition, idsInBatches, inPlace, type LongList, pageOfIds } from '../../platform/long-lists.queries.ts'
import type { DB, Db } from '../../platform/postgres/database.ts'
import { selectCampaignNames } from '../campaigns/index.ts'
import { selectHolds } from '../credits/index.ts'
import { criteriaColumns, criteriaOf } from '../properties/index.ts'

/** The price is that of the hold; triggers (migration 0020) keep it in `total_price`, and the campaign's sums. */
export const orders = (db: Db) =>
  db
    .selectFrom('orders')
    .leftJoin(selectCampaignNames(db).as('campaigns'), 'campaigns.id', 'orders.campaignId')
    .innerJoin(selectHolds(db).as('creditHolds'), 'creditHolds.orderId', 'orders.id')

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
  'orders.attemptFailures',
  'orders.stepProgress',
  'orders.stepTotal',
  'orders.fileKey',
  'orders.fileVersion',
  'orders.columns',
  'orders.expiresAt',
  'orders.expiredAt',
  'orders.dncCheckedAt',
  'orders.refreshingSince',
  'orders.createdAt',
  'orders.completedAt',
  'creditHolds.subscription as heldSubscription',
  'creditHolds.onDemand as heldOnDemand',
  'creditHolds.captured',
  'creditHolds.released',
  'creditHolds.settledAt',
] as const

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** Validated when the order was placed, and never changed since. */
export const chosenColumns = ({ columns }: Pick<OrderRow, 'columns'>) => columns as FileColumn[] | null

const selectOrder = (db: Db, orderId: string) => orders(db).select(orderColumns).where('orders.id', '=', orderId)

/** Whosever it is: for jobs, and where the order was found for its owner already. */
export const findOrder = (db: Db, orderId: string) => selectOrder(db, orderId).executeTakeFirst()

/** In a campaign, or with null in none, where one is said. */
export function findOrderIn(db: Db, scope: Scope, orderId: string, campaignId?: string | null) {
  const found = selectOrder(db, orderId).$if(campaignId !== undefined, (query) =>
    query.where('orders.campaignId', 'is not distinct from', campaignId ?? null),
  )
  return (scope === 'ALL' ? found : found.where('orders.userId', '=', scope.userId)).executeTakeFirst()
}

export const findCriteria = async (db: Db, orderId: string): Promise<Criteria> =>
  criteriaOf(
    await db
      .selectFrom('orders')
      .select(['criteria', 'criteriaIds'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow(),
  )

export async function findExcluded(db: Db, orderId: string): Promise<Criteria[]> {
  const { excludedCriteria } = await db
    .selectFrom('orders')
    .select('excludedCriteria')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  // Written by `insertOrder` only, which takes validated criteria.
  return excludedCriteria as Criteria[]
}

type Row = Selectable<DB['orders']>

export type NewOrderRow = Pick<Row, 'id' | 'userId' | 'campaignId' | 'orderName' | 'campaignType' | 'quantity'> &
  Pick<Row, 'creditRequired' | 'createdAt' | 'expiresAt' | 'apiKeyId'> & {
    criteria: Criteria
    excluded: Criteria[]
    /** Those chosen for its file; null for those of its type. */
    columns: FileColumn[] | null
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

export const updateOrder = (db: Db, orderId: string, change: Updateable<DB['orders']>) =>
  db.updateTable('orders').set(change).where('id', '=', orderId).execute()

export const lockOrder = (db: Db, orderId: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'userId', 'fence', 'internalStatus', 'campaignType'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export async function countFailure(db: Db, orderId: string): Promise<number> {
  const { attemptFailures } = await db
    .updateTable('orders')
    .set(({ eb }) => ({ attemptFailures: eb('attemptFailures', '+', 1) }))
    .where('id', '=', orderId)
    .returning('attemptFailures')
    .executeTakeFirstOrThrow()
  return attemptFailures
}

type Progress = 'note' | 'failureReason' | 'deliveredQuantity' | 'fileKey' | 'fileVersion' | 'completedAt' | 'expiresAt'

export type OrderProgress = Pick<Updateable<DB['orders']>, Progress | 'dncCheckedAt'> & {
  waterfall?: Waterfall
  scrub?: ScrubSummary | null
}

/** Puts an order into a status with what it has come to; the next step starts with all its tries. */
export const setOrderStatus = (
  db: Db,
  orderId: string,
  internalStatus: InternalStatus,
  { waterfall, scrub, ...progress }: OrderProgress & { updatedAt: Date },
) =>
  updateOrder(db, orderId, {
    ...progress,
    internalStatus,
    ...(waterfall && { waterfall: JSON.stringify(waterfall) }),
    ...(scrub !== undefined && { scrub: scrub && JSON.stringify(scrub) }),
    ...{ stepProgress: null, stepTotal: null, attemptFailures: 0, deferredReason: null },
  })

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

export type OrderList = Omit<LongList, 'table' | 'filters'> & {
  campaignId?: string | undefined
  kind?: 'ENTERPRISE' | 'CONSUMER' | undefined
  statuses?: readonly InternalStatus[] | undefined
}

export type ListedOrderRow = Awaited<ReturnType<typeof ordersOfIds>>[number]

export async function pageOfOrders(db: Db, list: OrderList, slice: Slice) {
  const { ids, ...counted } = await pageOfIds(db, longList(list), slice)
  return { ...counted, rows: await ordersOfIds(db, ids) }
}

export async function* ordersInBatches(db: Db, list: OrderList, limit: number) {
  for await (const ids of idsInBatches(db, longList(list), limit)) yield ordersOfIds(db, ids)
}

function longList({ campaignId, kind, statuses, ...list }: OrderList): LongList {
  const filters: Condition[] = [
    ...(campaignId ? [sql<boolean>`campaign_id = ${campaignId}`] : []),
    ...(kind === 'ENTERPRISE' ? [sql<boolean>`campaign_id is not null`] : []),
    ...(kind === 'CONSUMER' ? [sql<boolean>`campaign_id is null`] : []),
    ...(statuses ? [sql<boolean>`internal_status = any(${[...statuses]}::text[])`] : []),
  ]
  return { ...list, table: 'orders', filters }
}

/** In the order of the ids. */
async function ordersOfIds(db: Db, ids: string[]) {
  const rows = await orders(db)
    .select([...orderColumns, 'orders.updatedAt'])
    .where(({ eb, fn, val }) => eb('orders.id', '=', fn.any(val(ids))))
    .execute()
  return inPlace(rows, ids)
}
