import type { CampaignType } from '@dooryard/contract/vocabularies'
import { sql } from 'kysely'
import { selectAccounts } from '../../platform/owners.queries.ts'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'

// What of orders is counted over days, users and types. Days are in UTC; one without any is left out.

/** From an instant on, up to and without another. */
type Span = { from: Date; until: Date }

const placed = (db: Db, { from, until }: Span) =>
  db.selectFrom('orders').where('orders.createdAt', '>=', from).where('orders.createdAt', '<', until)

const completed = (db: Db, status: 'READY' | 'FAILED', { from, until }: Span) =>
  db
    .selectFrom('orders')
    .where('orders.internalStatus', '=', status)
    .where('orders.completedAt', '>=', from)
    .where('orders.completedAt', '<', until)

const underWay = (db: Db) => db.selectFrom('orders').where('internalStatus', 'not in', ['READY', 'FAILED', 'CANCELLED'])

const dayPlaced = sql<string>`(created_at at time zone 'UTC')::date`.as('day')
const dayCompleted = sql<string>`(completed_at at time zone 'UTC')::date`.as('day')

export const placedByDay = (db: Db, span: Span) =>
  placed(db, span)
    .select(({ fn }) => [dayPlaced, fn.countAll<number>().as('count')])
    .groupBy('day')
    .execute()

/** What its user cancelled did not fail. */
export const failedByDay = (db: Db, span: Span) =>
  completed(db, 'FAILED', span)
    .select(({ fn }) => [dayCompleted, fn.countAll<number>().as('count')])
    .groupBy('day')
    .execute()

export const countByStatus = (db: Db, span: Span) =>
  placed(db, span)
    .select(({ fn }) => ['internalStatus', fn.countAll<number>().as('count')])
    .groupBy('internalStatus')
    .execute()

export const newestFailures = (db: Db, span: Span, limit: number) =>
  completed(db, 'FAILED', span)
    .innerJoin(selectAccounts(db).as('users'), 'users.id', 'orders.userId')
    .select(['orders.id', 'orders.orderName', 'orders.failureReason', 'orders.completedAt'])
    .select(['users.firstName', 'users.lastName', 'users.email', 'users.closedAt'])
    .orderBy('orders.completedAt', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()

export const underWayOfType = (db: Db, campaignType: CampaignType) =>
  underWay(db)
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .select(sql<number>`coalesce(sum(total_price), 0)::bigint`.as('creditsHeld'))
    .where('campaignType', '=', campaignType)
    .executeTakeFirstOrThrow()

export const allOrdersUnderWay = (db: Db) =>
  underWay(db)
    .select(({ fn }) => [
      fn.countAll<number>().as('underWay'),
      fn.count<number>('deferredReason').as('putOff'),
      fn.min<Date | null>('createdAt').as('oldest'),
    ])
    .executeTakeFirstOrThrow()

export const ordersUnderWay = (db: Db, userId: string): Promise<number> =>
  countRows(db, underWay(db).where('userId', '=', userId))

type Placed = {
  orders: number
  leads: number
  credits: number
  tooSmall: number
  leadsOfOthers: number
  creditsOfOthers: number
}

/** What an administrator placed again is the same order once more, at its old price, and counts once. */
export async function placedOfType(
  db: Db,
  { campaignType, since, smallest }: { campaignType: CampaignType; since: Date; smallest: number },
): Promise<Placed> {
  const { rows } = await sql<Placed>`
    select count(*) as orders, coalesce(sum(quantity), 0) as leads,
      coalesce(sum(quantity::bigint * credit_required), 0)::bigint as credits,
      count(*) filter (where quantity < ${smallest}) as too_small,
      coalesce(sum(quantity) filter (where quantity >= ${smallest}), 0) as leads_of_others,
      coalesce(sum(quantity::bigint * credit_required) filter (where quantity >= ${smallest}), 0)::bigint
        as credits_of_others
    from orders where campaign_type = ${campaignType} and created_at >= ${since} and retry_of is null`.execute(db)
  return rows[0] ?? { orders: 0, leads: 0, credits: 0, tooSmall: 0, leadsOfOthers: 0, creditsOfOthers: 0 }
}

export const userOrdersByDay = (db: Db, userId: string, span: Span) =>
  placed(db, span)
    .where('userId', '=', userId)
    .select(({ fn }) => ['campaignType', 'internalStatus', dayPlaced, fn.countAll<number>().as('count')])
    .groupBy(['day', 'campaignType', 'internalStatus'])
    .execute()

export const userLeadsByDay = (db: Db, userId: string, span: Span) =>
  completed(db, 'READY', span)
    .where('userId', '=', userId)
    .select(['campaignType', dayCompleted, sql<number>`sum(delivered_quantity)::bigint`.as('leads')])
    .groupBy(['day', 'campaignType'])
    .execute()

/** As they were delivered: a later check of the same numbers changes nothing. */
export const userNumbersChecked = (db: Db, userId: string, span: Span) =>
  completed(db, 'READY', span)
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
