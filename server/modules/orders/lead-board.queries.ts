import type { Slice } from '@dooryard/contract/paging'
import { type LeadStage, leadStages } from '@dooryard/contract/vocabularies'
import { type AliasableExpression, type AliasedExpression, type SqlBool, sql } from 'kysely'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { containsText } from '../../platform/postgres/text.ts'

export type BoardPlace = { stagedAt: Date; orderId: string; propertyId: string }

export type BoardFilter = {
  userId: string
  orderId?: string | undefined
  stage?: LeadStage | undefined
  search?: string | undefined
}

export type BoardSlice = Slice & { after?: BoardPlace | undefined }

export const insertBoardLeads = (db: Db, { orderId, userId, at }: { orderId: string; userId: string; at: Date }) =>
  sql`
    insert into pipeline_leads (order_id, property_id, user_id, stage, staged_at, search_text)
    select order_id, property_id, ${userId}::uuid, 'NEW', ${at}::timestamptz, lead_search_text(lead)
    from order_leads where order_id = ${orderId}`.execute(db)

const matching = (db: Db, { userId, orderId, stage, search }: BoardFilter) =>
  db
    .selectFrom('pipelineLeads')
    .where('userId', '=', userId)
    .$if(orderId !== undefined, (query) => query.where('orderId', '=', orderId ?? ''))
    .$if(stage !== undefined, (query) => query.where('stage', '=', stage ?? ''))
    .$if(!!search, (query) =>
      // Lower case on both sides by the database: languages differ in what they take for it.
      query.where('searchText', 'like', sql<string>`lower(${containsText(search ?? '')})`),
    )

const keys = ['orderId', 'propertyId', 'stage', 'stagedAt'] as const

type Kept = { orderId: string; propertyId: string; stage: string; stagedAt: Date }

const behind = ({ stagedAt, orderId, propertyId }: BoardPlace) =>
  sql<SqlBool>`(staged_at, order_id, property_id) < (${stagedAt}::timestamptz, ${orderId}::uuid, ${propertyId})`

const inOrder = (db: Db, of: AliasedExpression<Kept, 'board'>) =>
  db.selectFrom(of).select(keys).orderBy('stagedAt', 'desc').orderBy('orderId', 'desc').orderBy('propertyId', 'desc')

/** Of one stage a slice is a stretch of the index; of all it is found among as long a stretch of each. */
export function boardSlice(db: Db, filter: BoardFilter, { limit, offset, after }: BoardSlice) {
  const stretchOf = (stage: LeadStage) => {
    const all = matching(db, { ...filter, stage }).select(keys)
    const stretch = inOrder(db, (after ? all.where(behind(after)) : all).as('board')).limit(offset + limit)
    return db.selectFrom(stretch.as('stretch')).select(keys)
  }
  const stretches = (filter.stage ? [filter.stage] : leadStages.schema.options).map(stretchOf)
  const merged = stretches.reduce((all, stretch) => all.unionAll(stretch))
  return inOrder(db, merged.as('board')).limit(limit).offset(offset)
}

const ofOne = (db: Db, userId: string, orderId: string, propertyId: string) =>
  db
    .selectFrom('pipelineLeads')
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .where('propertyId', '=', propertyId)

const shown = (db: Db, of: AliasableExpression<Kept>) =>
  db
    .selectFrom(of.as('board'))
    .innerJoin('orderLeads', (join) =>
      join.onRef('orderLeads.orderId', '=', 'board.orderId').onRef('orderLeads.propertyId', '=', 'board.propertyId'),
    )
    .innerJoin('orders', 'orders.id', 'board.orderId')
    .select(['board.orderId', 'board.propertyId', 'board.stage', 'board.stagedAt'])
    .select(['orderLeads.lead', 'orderLeads.contacts', 'orders.orderName', 'orders.campaignType'])
    .select(['orders.internalStatus', 'orders.expiresAt', 'orders.expiredAt', 'orders.completedAt'])
    .select(({ selectFrom }) =>
      selectFrom('leadActivity')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('leadActivity.orderId', '=', 'board.orderId')
        .whereRef('leadActivity.propertyId', '=', 'board.propertyId')
        .where('leadActivity.kind', '=', 'NOTE')
        .where('leadActivity.deletedAt', 'is', null)
        .as('notes'),
    )

export type BoardRow = NonNullable<Awaited<ReturnType<typeof findBoardLead>>>

export const findBoardLead = (db: Db, userId: string, orderId: string, propertyId: string) =>
  shown(db, ofOne(db, userId, orderId, propertyId).select(keys)).executeTakeFirst()

export const listBoard = (db: Db, filter: BoardFilter, slice: BoardSlice) =>
  shown(db, boardSlice(db, filter, slice))
    .orderBy('board.stagedAt', 'desc')
    .orderBy('board.orderId', 'desc')
    .orderBy('board.propertyId', 'desc')
    .execute()

export const countBoard = (db: Db, filter: BoardFilter): Promise<number> => countRows(db, matching(db, filter))

export const countStages = (db: Db, filter: BoardFilter) =>
  matching(db, filter)
    .select('stage')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('stage')
    .execute()

export const lockStage = (db: Db, userId: string, orderId: string, propertyId: string) =>
  ofOne(db, userId, orderId, propertyId).select('stage').forUpdate().executeTakeFirst()

export const setStage = (db: Db, orderId: string, propertyId: string, stage: LeadStage, at: Date) =>
  db
    .updateTable('pipelineLeads')
    .set({ stage, stagedAt: at })
    .where('orderId', '=', orderId)
    .where('propertyId', '=', propertyId)
    .execute()
