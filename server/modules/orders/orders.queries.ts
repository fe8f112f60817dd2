import type { FileColumn } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { InternalStatus, OrderBreakdown, QuoteCounts } from '@dooryard/contract/orders/order'
import type { ScrubSummary } from '@dooryard/contract/orders/order-files'
import { type OrderSort, randomSort } from '@dooryard/contract/orders/quote/delivery-options'
import type { Selectable, Updateable } from 'kysely'
import type { Scope } from '../../platform/context.ts'
import type { DB, Db } from '../../platform/postgres/database.ts'
import { selectCampaignNames } from '../campaigns/index.ts'
import { selectHolds } from '../credits/index.ts'
import { toCriteria, toCriteriaColumns } from '../properties/index.ts'

/** The price is that of the hold. Triggers (migration 0020) maintain `total_price` and the campaign's totals. */
export const selectOrders = (db: Db) =>
  db
    .selectFrom('orders')
    .leftJoin(selectCampaignNames(db).as('campaigns'), 'campaigns.id', 'orders.campaignId')
    .innerJoin(selectHolds(db).as('creditHolds'), 'creditHolds.orderId', 'orders.id')

/** Order names for joins by other modules. */
export const selectOrderNames = (db: Db) => db.selectFrom('orders').select(['id', 'campaignId', 'orderName'])

/** Excludes the criteria, which may be large; `findCriteria` reads them where needed. */
export const orderColumns = [
  'orders.id',
  'orders.userId',
  'orders.campaignId',
  'orders.apiKeyId',
  'campaigns.name as campaignName',
  'orders.orderName',
  'orders.singlePropertyId',
  'orders.campaignType',
  'orders.quantity',
  'orders.creditRequired',
  'orders.addPhones',
  'orders.creditsToAddPhones',
  'orders.sort',
  'orders.onePerOwner',
  'orders.onePerAddress',
  'orders.criteriaFacts',
  'orders.internalStatus',
  'orders.deliveredQuantity',
  'orders.quote',
  'orders.waterfall',
  'orders.note',
  'orders.failureReason',
  'orders.attemptFailures',
  'orders.stepProgress',
  'orders.stepTotal',
  'orders.fileKey',
  'orders.fileVersion',
  'orders.checkNumber',
  'orders.columns',
  'orders.sourceSearch',
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

/** Validated when the order was placed, and never changed. */
export const getFileColumns = ({ columns }: Pick<OrderRow, 'columns'>) => columns as FileColumn[] | null

/** Written only by `insertOrder`; orders of earlier releases have none. */
export const getOrderSort = ({ sort }: Pick<OrderRow, 'sort'>) => (sort as OrderSort | null) ?? randomSort

const selectOrder = (db: Db, orderId: string) => selectOrders(db).select(orderColumns).where('orders.id', '=', orderId)

/** Finds an order of any owner: for jobs, and where access was already checked. */
export const findOrder = (db: Db, orderId: string) => selectOrder(db, orderId).executeTakeFirst()

/** `campaignId` limits the search to one campaign, null to orders without one. */
export function findOrderInScope(db: Db, scope: Scope, orderId: string, campaignId?: string | null) {
  const found = selectOrder(db, orderId).$if(campaignId !== undefined, (query) =>
    query.where('orders.campaignId', 'is not distinct from', campaignId ?? null),
  )
  return (scope === 'ALL' ? found : found.where('orders.userId', '=', scope.userId)).executeTakeFirst()
}

export const findCriteria = async (db: Db, orderId: string): Promise<Criteria> =>
  toCriteria(
    await db
      .selectFrom('orders')
      .select(['criteria', 'criteriaIds'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow(),
  )

export async function findExcludedCriteria(db: Db, orderId: string): Promise<Criteria[]> {
  const { excludedCriteria } = await db
    .selectFrom('orders')
    .select('excludedCriteria')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  // Written only by `insertOrder`, which takes validated criteria.
  return excludedCriteria as Criteria[]
}

type OrderTableRow = Selectable<DB['orders']>

export type NewOrderRow = Pick<
  OrderTableRow,
  'id' | 'userId' | 'campaignId' | 'orderName' | 'campaignType' | 'quantity'
> &
  Pick<OrderTableRow, 'creditRequired' | 'addPhones' | 'creditsToAddPhones' | 'createdAt' | 'expiresAt' | 'apiKeyId'> &
  Pick<OrderTableRow, 'onePerOwner' | 'onePerAddress'> & {
    sort: OrderSort
    criteria: Criteria
    excluded: Criteria[]
    /** The chosen file columns; null for the campaign type's defaults. */
    columns: FileColumn[] | null
    sourceSearch?: { id: string; name: string }
    retryOf?: string
    /** The property of an order of one lead. */
    singlePropertyId?: string | null
  }

export async function insertOrder(
  db: Db,
  { criteria, excluded, sort, sourceSearch, ...order }: NewOrderRow,
): Promise<void> {
  const internalStatus: InternalStatus = 'QUEUED'
  await db
    .insertInto('orders')
    .values({
      ...order,
      internalStatus,
      updatedAt: order.createdAt,
      ...toCriteriaColumns(criteria),
      excludedCriteria: JSON.stringify(excluded),
      sort: JSON.stringify(sort),
      ...(sourceSearch && { sourceSearch: JSON.stringify(sourceSearch) }),
    })
    .execute()
  await insertTransition(db, { orderId: order.id, from: null, to: internalStatus, at: order.createdAt })
}

export const updateOrder = (db: Db, orderId: string, change: Updateable<DB['orders']>) =>
  db.updateTable('orders').set(change).where('id', '=', orderId).execute()

export const lockOrder = (db: Db, orderId: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'userId', 'fence', 'internalStatus', 'campaignType', 'singlePropertyId'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export async function incrementFailures(db: Db, orderId: string): Promise<number> {
  const { attemptFailures } = await db
    .updateTable('orders')
    .set(({ eb }) => ({ attemptFailures: eb('attemptFailures', '+', 1) }))
    .where('id', '=', orderId)
    .returning('attemptFailures')
    .executeTakeFirstOrThrow()
  return attemptFailures
}

type ProgressColumn =
  | 'note'
  | 'failureReason'
  | 'deliveredQuantity'
  | 'fileKey'
  | 'fileVersion'
  | 'checkNumber'
  | 'completedAt'
  | 'expiresAt'

export type OrderProgress = Pick<Updateable<DB['orders']>, ProgressColumn | 'dncCheckedAt'> & {
  waterfall?: OrderBreakdown
  quote?: QuoteCounts | null
  scrub?: ScrubSummary | null
}

/** Sets the status together with the progress of the order, and resets the failure count for the next step. */
export const setOrderStatus = (
  db: Db,
  orderId: string,
  internalStatus: InternalStatus,
  { waterfall, quote, scrub, ...progress }: OrderProgress & { updatedAt: Date },
) =>
  updateOrder(db, orderId, {
    ...progress,
    internalStatus,
    ...(waterfall && { waterfall: JSON.stringify(waterfall) }),
    ...(quote && { quote: JSON.stringify(quote) }),
    ...(scrub !== undefined && { scrub: scrub && JSON.stringify(scrub) }),
    ...{ stepProgress: null, stepTotal: null, attemptFailures: 0, deferredReason: null },
  })

type TransitionRow = { orderId: string; from: InternalStatus | null; to: InternalStatus; at: Date; detail?: string }

export const insertTransition = (db: Db, { orderId, from, to, at, detail }: TransitionRow) =>
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
