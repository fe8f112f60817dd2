import type { Input } from '@dooryard/contract/endpoint'
import { type BoardLead, type BoardLeadDetail, type leadBoard, mostNotes } from '@dooryard/contract/lead-board'
import { type PageOf, sliceOf, toPage } from '@dooryard/contract/paging'
import { type LeadStage, leadStages } from '@dooryard/contract/vocabularies'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { type LeadPlace, listActivity } from './lead-activity.queries.ts'
import {
  type BoardPlace,
  type BoardRow,
  countBoard,
  countStages,
  findBoardLead,
  listBoard,
} from './lead-board.queries.ts'
import { presentActivity, presentBoardLead } from './present-lead.ts'

type BoardQuery = Input<typeof leadBoard.list>['query']
type StagesQuery = Input<typeof leadBoard.stages>['query']

const mostMoves = 300

/** The leads delivered to the actor over all their orders, those that came to their stage last first. */
export async function listLeads({ db, actor, clock }: Context, query: BoardQuery): Promise<PageOf<BoardLead>> {
  const { orderId, stage, search } = query
  const filter = { userId: actor.userId, orderId, stage, search }
  const after = query.after === undefined ? undefined : placeOf(query.after)
  const slice = { ...sliceOf(query), after }
  const [rows, count] = await Promise.all([listBoard(db, filter, slice), countBoard(db, filter)])
  return toPage(
    rows.map((row) => presentBoardLead(row, clock.now())),
    count,
    query,
  )
}

function placeOf(after: string): BoardPlace {
  const [stagedAt = '', orderId = '', propertyId = ''] = after.split(',')
  return { stagedAt: new Date(stagedAt), orderId, propertyId }
}

/** How many of the actor's leads are at each stage, every stage included. */
export async function leadsByStage({ db, actor }: Context, { orderId, search }: StagesQuery) {
  const counted = await countStages(db, { userId: actor.userId, orderId, search })
  const counts = new Map(counted.map(({ stage, count }) => [stage, count]))
  const stages: LeadStage[] = [...leadStages.schema.options]
  return { stages: stages.map((stage) => ({ stage, count: counts.get(stage) ?? 0 })) }
}

/** A lead with what happened to it; NOT_FOUND where it was not delivered to the actor. */
export async function leadDetail(ctx: Context, place: LeadPlace): Promise<BoardLeadDetail> {
  const row = await ownLead(ctx, place)
  const [moves, notes] = await Promise.all([
    listActivity(ctx.db, place, 'STAGE', mostMoves),
    listActivity(ctx.db, place, 'NOTE', mostNotes),
  ])
  const activity = [...moves, ...notes]
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1))
    .map((happened) => presentActivity(happened, ctx.actor.userId))
  return { ...presentBoardLead(row, ctx.clock.now()), activity }
}

/** A lead that was delivered to the actor; NOT_FOUND for any other. */
export async function ownLead({ db, actor }: Pick<Context, 'db' | 'actor'>, place: LeadPlace): Promise<BoardRow> {
  const row = await findBoardLead(db, actor.userId, place.orderId, place.propertyId)
  if (!row) throw notFound('This lead')
  return row
}
