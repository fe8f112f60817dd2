import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Slice } from '@dooryard/contract/api/paging'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { InternalStatus } from '@dooryard/contract/orders/order'
import type { ScrubSummary } from '@dooryard/contract/orders/order-files'
import type { OrderSort } from '@dooryard/contract/orders/quote/delivery-options'
import { sql } from 'kysely'
import { countRows } from '../../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { toCriteriaColumns } from '../../../properties/index.ts'

/** What the response repeats of a request, and its prices when it was placed, which nobody pays. */
export type TestOrderTerms = {
  creditRequired: number
  creditsToAddPhones: number
  addPhones: boolean
  sort: OrderSort
  onePerOwner: boolean
  onePerAddress: boolean
  columns: string[] | null
}

export type TestOrderTransition = { at: string; from: InternalStatus | null; to: InternalStatus; detail?: string }

export type TestOrderFile = {
  createdAt: string
  sha256: string
  leads: number
  callableLeads?: number
  scrub?: ScrubSummary
  certificate?: string
}

// Without the criteria, of up to 100 kB each, and the history.
const listedColumns = [
  ...(['id', 'userId', 'campaignId', 'campaignName', 'campaignType', 'orderName', 'quantity'] as const),
  ...(['criteriaFacts', 'terms', 'internalStatus', 'failureReason', 'file', 'createdAt', 'completedAt'] as const),
]
const columns = [...listedColumns, ...(['criteria', 'criteriaIds', 'history'] as const)]

export type TestOrderRow = NonNullable<Awaited<ReturnType<typeof findTestOrder>>>
export type ListedTestOrderRow = Omit<TestOrderRow, 'criteria' | 'criteriaIds' | 'history'>

export const findTestOrder = (db: Db, orderId: string) =>
  db.selectFrom('testOrders').select(columns).where('id', '=', orderId).executeTakeFirst()

export const findOwnedTestOrder = (db: Db, userId: string, orderId: string) =>
  db.selectFrom('testOrders').select(columns).where('id', '=', orderId).where('userId', '=', userId).executeTakeFirst()

export const lockTestOrder = (db: Db, orderId: string) =>
  db.selectFrom('testOrders').select(columns).where('id', '=', orderId).forUpdate().executeTakeFirst()

/** The newest test order of a campaign that exists for test orders alone. */
export const findTestCampaign = (
  db: Db,
  userId: string,
  campaign: { id: string } | { name: string; campaignType: CampaignType },
) =>
  db
    .selectFrom('testOrders')
    .select(['campaignId', 'campaignName', 'campaignType', 'criteria', 'criteriaIds'])
    .where('userId', '=', userId)
    .$if('id' in campaign, (query) => query.where('campaignId', '=', 'id' in campaign ? campaign.id : ''))
    .$if('name' in campaign, (query) =>
      'name' in campaign
        ? query.where('campaignName', '=', campaign.name).where('campaignType', '=', campaign.campaignType)
        : query,
    )
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

type NewTestOrderRow = {
  id: string
  userId: string
  apiKeyId: string
  campaignId: string
  campaignName: string
  campaignType: CampaignType
  orderName: string
  quantity: number
  criteria: Criteria
  terms: TestOrderTerms
  createdAt: Date
}

export async function insertTestOrder(db: Db, { criteria, terms, ...order }: NewTestOrderRow): Promise<void> {
  const placed: TestOrderTransition = { at: order.createdAt.toISOString(), from: null, to: 'QUEUED' }
  await db
    .insertInto('testOrders')
    .values({
      ...order,
      ...toCriteriaColumns(criteria),
      internalStatus: placed.to,
      terms: JSON.stringify(terms),
      history: JSON.stringify([placed]),
    })
    .execute()
}

export const renameTestOrder = (db: Db, orderId: string, orderName: string) =>
  db.updateTable('testOrders').set({ orderName }).where('id', '=', orderId).execute()

type StatusChange = TestOrderTransition & { completedAt: Date | null; failureReason?: string; file?: TestOrderFile }

export const setTestOrderStatus = (
  db: Db,
  orderId: string,
  { completedAt, failureReason, file, ...transition }: StatusChange,
) =>
  db
    .updateTable('testOrders')
    .set({
      internalStatus: transition.to,
      history: sql`history || ${JSON.stringify([transition])}::jsonb`,
      completedAt,
      ...(failureReason !== undefined && { failureReason }),
      ...(file && { file: JSON.stringify(file) }),
    })
    .where('id', '=', orderId)
    .execute()

export const countTestOrdersSince = (db: Db, userId: string, since: Date): Promise<number> =>
  countRows(db, db.selectFrom('testOrders').where('userId', '=', userId).where('createdAt', '>', since))

export type TestOrderFilter = {
  statuses?: readonly InternalStatus[] | undefined
  campaignType?: CampaignType | undefined
  fromDate?: string | undefined
  toDate?: string | undefined
  order?: 'asc' | 'desc' | undefined
}

const selectFiltered = (db: Db, userId: string, { statuses, campaignType, fromDate, toDate }: TestOrderFilter) =>
  db
    .selectFrom('testOrders')
    .where('userId', '=', userId)
    .$if(statuses !== undefined, (query) =>
      query.where(({ eb, fn, val }) => eb('internalStatus', '=', fn.any(val([...(statuses ?? [])])))),
    )
    .$if(campaignType !== undefined, (query) => query.where('campaignType', '=', campaignType ?? ''))
    .$if(fromDate !== undefined, (query) => query.where('createdAt', '>=', new Date(fromDate ?? 0)))
    .$if(toDate !== undefined, (query) => query.where('createdAt', '<', new Date(toDate ?? 0)))

export async function findTestOrderPage(db: Db, userId: string, filter: TestOrderFilter, { limit, offset }: Slice) {
  const matches = selectFiltered(db, userId, filter)
  const { order = 'desc' } = filter
  const [rows, count] = await Promise.all([
    matches
      .select(listedColumns)
      .orderBy('createdAt', order)
      .orderBy('id', order)
      .limit(limit)
      .offset(offset)
      .execute(),
    countRows(db, matches),
  ])
  return { rows, count }
}

/** Of these users, or of all. */
export async function findAnyTestOrderPage(db: Db, userIds: readonly string[] | undefined, { limit, offset }: Slice) {
  const matches = db
    .selectFrom('testOrders')
    .$if(userIds !== undefined, (query) => query.where('userId', 'in', [...(userIds ?? [])]))
  const [rows, count] = await Promise.all([
    matches
      .select(listedColumns)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    countRows(db, matches),
  ])
  return { rows, count }
}

export const deleteTestOrdersBefore = (db: Db, before: Date) =>
  db.deleteFrom('testOrders').where('createdAt', '<', before).execute()
