import type { CampaignType } from '@dooryard/contract/api/enums'
import { sql } from 'kysely'
import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../platform/postgres/database.ts'

// Order statistics by day, user and type. Days are in UTC; days without orders are omitted.

/** From inclusive, until exclusive. */
type DateSpan = { from: Date; until: Date }

const selectPlaced = (db: Db, { from, until }: DateSpan) =>
  db.selectFrom('orders').where('orders.createdAt', '>=', from).where('orders.createdAt', '<', until)

const selectCompleted = (db: Db, status: 'READY' | 'FAILED', { from, until }: DateSpan) =>
  db
    .selectFrom('orders')
    .where('orders.internalStatus', '=', status)
    .where('orders.completedAt', '>=', from)
    .where('orders.completedAt', '<', until)

export const selectInProgress = (db: Db) =>
  db.selectFrom('orders').where('internalStatus', 'not in', ['READY', 'FAILED', 'CANCELLED'])

const dayPlaced = sql<string>`(created_at at time zone 'UTC')::date`.as('day')
const dayCompleted = sql<string>`(completed_at at time zone 'UTC')::date`.as('day')

export const countPlacedByDay = (db: Db, span: DateSpan) =>
  selectPlaced(db, span)
    .select(({ fn }) => [dayPlaced, fn.countAll<number>().as('count')])
    .groupBy('day')
    .execute()

/** Orders cancelled by their user do not count as failed. */
export const countFailedByDay = (db: Db, span: DateSpan) =>
  selectCompleted(db, 'FAILED', span)
    .select(({ fn }) => [dayCompleted, fn.countAll<number>().as('count')])
    .groupBy('day')
    .execute()

export const countOrdersByStatus = (db: Db, span: DateSpan) =>
  selectPlaced(db, span)
    .select(({ fn }) => ['internalStatus', fn.countAll<number>().as('count')])
    .groupBy('internalStatus')
    .execute()

export const listNewestFailures = (db: Db, span: DateSpan, limit: number) =>
  selectCompleted(db, 'FAILED', span)
    .innerJoin(selectAccounts(db).as('users'), 'users.id', 'orders.userId')
    .select(['orders.id', 'orders.orderName', 'orders.failureReason', 'orders.completedAt'])
    .select(['users.firstName', 'users.lastName', 'users.email', 'users.closedAt'])
    .orderBy('orders.completedAt', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()

export const getInProgressByType = (db: Db, campaignType: CampaignType) =>
  selectInProgress(db)
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .select(sql<number>`coalesce(sum(total_price), 0)::bigint`.as('creditsHeld'))
    .where('campaignType', '=', campaignType)
    .executeTakeFirstOrThrow()

export const getInProgressStats = (db: Db) =>
  selectInProgress(db)
    .select(({ fn }) => [
      fn.countAll<number>().as('underWay'),
      fn.count<number>('deferredReason').as('putOff'),
      fn.min<Date | null>('createdAt').as('oldest'),
    ])
    .executeTakeFirstOrThrow()

export const countOrdersInProgress = (db: Db, userId: string): Promise<number> =>
  countRows(db, selectInProgress(db).where('userId', '=', userId))

type PlacedOrderStats = {
  orders: number
  leads: number
  credits: number
  tooSmall: number
  leadsOfOthers: number
  creditsOfOthers: number
}

/** An order retried by an administrator keeps its old price and counts once. */
export async function getPlacedOrderStats(
  db: Db,
  { campaignType, since, smallest }: { campaignType: CampaignType; since: Date; smallest: number },
): Promise<PlacedOrderStats> {
  const { rows } = await sql<PlacedOrderStats>`
    select count(*) as orders, coalesce(sum(quantity), 0) as leads,
      coalesce(sum(quantity::bigint * credit_required), 0)::bigint as credits,
      count(*) filter (where quantity < ${smallest}) as too_small,
      coalesce(sum(quantity) filter (where quantity >= ${smallest}), 0) as leads_of_others,
      coalesce(sum(quantity::bigint * credit_required) filter (where quantity >= ${smallest}), 0)::bigint
        as credits_of_others
    from orders where campaign_type = ${campaignType} and created_at >= ${since} and retry_of is null`.execute(db)
  return rows[0] ?? { orders: 0, leads: 0, credits: 0, tooSmall: 0, leadsOfOthers: 0, creditsOfOthers: 0 }
}

export const countUserOrdersByDay = (db: Db, userId: string, span: DateSpan) =>
  selectPlaced(db, span)
    .where('userId', '=', userId)
    .select(({ fn }) => ['campaignType', 'internalStatus', dayPlaced, fn.countAll<number>().as('count')])
    .groupBy(['day', 'campaignType', 'internalStatus'])
    .execute()

export const countUserLeadsByDay = (db: Db, userId: string, span: DateSpan) =>
  selectCompleted(db, 'READY', span)
    .where('userId', '=', userId)
    .select(['campaignType', dayCompleted, sql<number>`sum(delivered_quantity)::bigint`.as('leads')])
    .groupBy(['day', 'campaignType'])
    .execute()

/** As delivered; later checks of the same numbers do not count. */
export const getUserNumbersChecked = (db: Db, userId: string, span: DateSpan) =>
  selectCompleted(db, 'READY', span)
    .innerJoin('orderFiles', (join) =>
      join
        .onRef('orderFiles.orderId', '=', 'orders.id')
        .on('orderFiles.version', '=', 1)
        .on('orderFiles.numbers', 'is not', null),
    )
    .select(sql<number>`coalesce(sum(order_files.numbers), 0)::bigint`.as('checked'))
    .select(sql<number>`coalesce(sum(order_files.callable_numbers), 0)::bigint`.as('callable'))
    .where('orders.userId', '=', userId)
    .where('orders.campaignType', '=', 'CALL_READY')
    .executeTakeFirstOrThrow()
