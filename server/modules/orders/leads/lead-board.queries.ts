import { type CampaignType, type LeadStage, leadStages } from '@dooryard/contract/api/enums'
import type { Slice } from '@dooryard/contract/api/paging'
import type { TaskFilter } from '@dooryard/contract/orders/lead-board'
import { type AliasableExpression, type AliasedExpression, type SqlBool, sql } from 'kysely'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { containsText } from '../../../platform/postgres/text.ts'
import { selectPropertiesOfList } from '../../saved-searches/index.ts'
import { isOfSameLead, type OrderLeadRef } from './lead-activity.queries.ts'
import { matchesTaskFilter, selectNextTask } from './tasks/lead-tasks.queries.ts'

export type BoardCursor = { stagedAt: Date; orderId: string; propertyId: string }

export type BoardFilter = {
  userId: string
  orderId?: string | undefined
  stage?: LeadStage | undefined
  search?: string | undefined
  tag?: string | undefined
  /** `NONE` for leads without one. */
  assignee?: string | undefined
  /** By the open tasks, as of now. */
  task?: { state: TaskFilter; now: Date } | undefined
  campaignId?: string | undefined
  /** A list of properties. */
  listId?: string | undefined
  stages?: readonly LeadStage[] | undefined
  /** Only these. */
  leads?: readonly OrderLeadRef[] | undefined
}

export type BoardSlice = Slice & { after?: BoardCursor | undefined }

type NewBoardLeads = { orderId: string; userId: string; campaignType: CampaignType; at: Date }

/**
 * Puts an order's leads on the board. A lead that is there keeps its stage, and its card becomes that of this order
 * unless this would lose its phones.
 */
export async function insertBoardLeads(db: Db, { orderId, userId, campaignType, at }: NewBoardLeads): Promise<void> {
  await sql`
    insert into pipeline_leads
      (order_id, property_id, owner_key, user_id, stage, staged_at, tag_ids, assignee_id, search_text, is_card)
    select leads.order_id, leads.property_id, leads.owner_key, ${userId}::uuid, coalesce(card.stage, 'NEW'),
      coalesce(card.staged_at, ${at}::timestamptz), coalesce(card.tag_ids, '{}'), card.assignee_id, lead_search_text(leads.lead),
      card.campaign_type is null or card.campaign_type <> 'CALL_READY' or ${campaignType} = 'CALL_READY'
    from order_leads leads left join lateral (
      select board.stage, board.staged_at, board.tag_ids, board.assignee_id, orders.campaign_type
      from pipeline_leads board join orders on orders.id = board.order_id
      where board.user_id = ${userId} and board.property_id = leads.property_id and board.owner_key = leads.owner_key
        and board.is_card
      limit 1
    ) card on true
    where leads.order_id = ${orderId}`.execute(db)
  await sql`
    update pipeline_leads former set is_card = false from pipeline_leads card
    where card.order_id = ${orderId} and card.is_card and former.user_id = ${userId} and former.is_card
      and former.property_id = card.property_id and former.owner_key = card.owner_key
      and former.order_id <> card.order_id`.execute(db)
}

/** The cards; of one order or campaign all its leads, for they may have their card from another. */
export const selectMatchingLeads = (
  db: Db,
  { userId, orderId, stage, search, tag, assignee, task, campaignId, listId, stages, leads }: BoardFilter,
) =>
  db
    .selectFrom('pipelineLeads')
    .where('userId', '=', userId)
    .$if(
      [orderId, campaignId, leads].every((one) => one === undefined),
      (query) => query.where('isCard', '=', true),
    )
    .$if(campaignId !== undefined, (query) =>
      query.where('orderId', 'in', (of) =>
        of
          .selectFrom('orders')
          .select('orders.id')
          .where('orders.campaignId', '=', campaignId ?? ''),
      ),
    )
    .$if(listId !== undefined, (query) =>
      query.where('propertyId', 'in', selectPropertiesOfList(db, { userId, id: listId ?? '' })),
    )
    .$if(stages !== undefined && stages.length > 0, (query) => query.where('stage', 'in', [...(stages ?? [])]))
    .$if(leads !== undefined, (query) => query.where(matchesLeads(leads ?? [])))
    .$if(orderId !== undefined, (query) => query.where('orderId', '=', orderId ?? ''))
    .$if(stage !== undefined, (query) => query.where('stage', '=', stage ?? ''))
    .$if(tag !== undefined, (query) => query.where(sql<SqlBool>`tag_ids @> array[${tag}::uuid]`))
    .$if(assignee === 'NONE', (query) => query.where('assigneeId', 'is', null))
    .$if(assignee !== undefined && assignee !== 'NONE', (query) => query.where('assigneeId', '=', assignee ?? ''))
    .$if(task !== undefined, (query) =>
      query.where(matchesTaskFilter(userId, task?.state ?? 'NONE', task?.now ?? new Date(0))),
    )
    .$if(!!search, (query) =>
      // The database lowercases both sides, because languages differ in case mapping.
      query.where('searchText', 'like', sql<string>`lower(${containsText(search ?? '')})`),
    )

const matchesLeads = (leads: readonly OrderLeadRef[]) =>
  sql<SqlBool>`(order_id, property_id) in (select * from unnest(
    ${leads.map(({ orderId }) => orderId)}::uuid[], ${leads.map(({ propertyId }) => propertyId)}::text[]))`

const keyColumns = ['orderId', 'propertyId', 'stage', 'stagedAt'] as const

type BoardKeyRow = { orderId: string; propertyId: string; stage: string; stagedAt: Date }

const isAfterCursor = ({ stagedAt, orderId, propertyId }: BoardCursor) =>
  sql<SqlBool>`(staged_at, order_id, property_id) < (${stagedAt}::timestamptz, ${orderId}::uuid, ${propertyId})`

const selectInBoardOrder = (db: Db, of: AliasedExpression<BoardKeyRow, 'board'>) =>
  db
    .selectFrom(of)
    .select(keyColumns)
    .orderBy('stagedAt', 'desc')
    .orderBy('orderId', 'desc')
    .orderBy('propertyId', 'desc')

/** A slice of one stage is a range of the index; a slice of all stages merges an equally long range of each. */
export function selectBoardSlice(db: Db, filter: BoardFilter, { limit, offset, after }: BoardSlice) {
  const selectStageSlice = (stage: LeadStage) => {
    const all = selectMatchingLeads(db, { ...filter, stage }).select(keyColumns)
    const stageSlice = selectInBoardOrder(db, (after ? all.where(isAfterCursor(after)) : all).as('board')).limit(
      offset + limit,
    )
    return db.selectFrom(stageSlice.as('stretch')).select(keyColumns)
  }
  const stageSlices = (filter.stage ? [filter.stage] : leadStages.schema.options).map(selectStageSlice)
  const merged = stageSlices.reduce((all, stageSlice) => all.unionAll(stageSlice))
  return selectInBoardOrder(db, merged.as('board')).limit(limit).offset(offset)
}

const selectBoardLead = (db: Db, userId: string, orderId: string, propertyId: string) =>
  db
    .selectFrom('pipelineLeads')
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .where('propertyId', '=', propertyId)

/** The last result of each phone and how many it has, as JSON. */
const selectPhoneResults = (ref: Parameters<typeof isOfSameLead>[0]) =>
  sql<unknown>`(
    select coalesce(jsonb_agg(jsonb_build_object('phone', phone, 'result', result, 'at', at, 'tries', tries)), '[]') from (
      select distinct on (phone) phone, result, at, count(*) over (partition by phone) as tries from lead_activity
      where ${isOfSameLead(ref)} and kind = 'CONTACT' order by phone, at desc, id desc
    ) last_results)`

const selectLeadDetails = (db: Db, of: AliasableExpression<BoardKeyRow>) =>
  db
    .selectFrom(of.as('board'))
    .innerJoin('orderLeads', (join) =>
      join.onRef('orderLeads.orderId', '=', 'board.orderId').onRef('orderLeads.propertyId', '=', 'board.propertyId'),
    )
    .innerJoin('orders', 'orders.id', 'board.orderId')
    .innerJoin('pipelineLeads as labeled', (join) =>
      join.onRef('labeled.orderId', '=', 'board.orderId').onRef('labeled.propertyId', '=', 'board.propertyId'),
    )
    .select(['labeled.tagIds', 'labeled.assigneeId', 'labeled.ownerKey', selectNextTask.as('nextTask')])
    .select(({ ref }) =>
      selectPhoneResults({ orderId: ref('board.orderId'), propertyId: ref('board.propertyId') }).as('phoneResults'),
    )
    .select(['board.orderId', 'board.propertyId', 'board.stage', 'board.stagedAt'])
    .select(['orderLeads.lead', 'orderLeads.contacts', 'orders.orderName', 'orders.campaignId', 'orders.campaignType'])
    .select(['orders.internalStatus', 'orders.expiresAt', 'orders.expiredAt', 'orders.completedAt'])
    .select(({ selectFrom, ref }) =>
      selectFrom('leadActivity')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(isOfSameLead({ orderId: ref('board.orderId'), propertyId: ref('board.propertyId') }))
        .where('leadActivity.kind', '=', 'NOTE')
        .where('leadActivity.deletedAt', 'is', null)
        .as('notes'),
    )

export type BoardLeadRow = NonNullable<Awaited<ReturnType<typeof findBoardLead>>>

export const findBoardLead = (db: Db, userId: string, orderId: string, propertyId: string) =>
  selectLeadDetails(db, selectBoardLead(db, userId, orderId, propertyId).select(keyColumns)).executeTakeFirst()

export const listBoardLeads = (db: Db, filter: BoardFilter, slice: BoardSlice) =>
  selectLeadDetails(db, selectBoardSlice(db, filter, slice))
    .orderBy('board.stagedAt', 'desc')
    .orderBy('board.orderId', 'desc')
    .orderBy('board.propertyId', 'desc')
    .execute()

export const countBoardLeads = (db: Db, filter: BoardFilter): Promise<number> =>
  countRows(db, selectMatchingLeads(db, filter))

export const countLeadsByStage = (db: Db, filter: BoardFilter) =>
  selectMatchingLeads(db, filter)
    .select('stage')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('stage')
    .execute()

/** Locks the lead in all its orders, in a fixed order. Undefined if the user has no such lead. */
export async function lockStage(db: Db, userId: string, orderId: string, propertyId: string) {
  const rows = await db
    .selectFrom('pipelineLeads')
    .select(['orderId', 'stage'])
    .where('userId', '=', userId)
    .where(isOfSameLead({ orderId, propertyId }))
    .orderBy('orderId')
    .forUpdate()
    .execute()
  return rows.find((row) => row.orderId === orderId)
}

/** Sets the stage of the lead in all orders that delivered it. */
export const setStage = (db: Db, orderId: string, propertyId: string, stage: LeadStage, at: Date) =>
  db.updateTable('pipelineLeads').set({ stage, stagedAt: at }).where(isOfSameLead({ orderId, propertyId })).execute()
