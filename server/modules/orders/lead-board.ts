import type { Input } from '@dooryard/contract/endpoint'
import {
  type BoardLead,
  type BoardLeadDetail,
  type LeadActivity,
  type leadBoard,
  mostNotes,
  type NewNote,
  noteRestorableHours,
} from '@dooryard/contract/lead-board'
import type { LeadChange } from '@dooryard/contract/leads'
import { type PageOf, sliceOf, toPage } from '@dooryard/contract/paging'
import { hourMs } from '@dooryard/contract/time'
import { leadStages } from '@dooryard/contract/vocabularies'
import type { Context, Services } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { holdAccount } from '../identity/index.ts'
import {
  countNotes,
  deleteMarkedNotes,
  findActivity,
  findNote,
  insertMove,
  insertNote,
  type LeadPlace,
  listActivity,
  markNoteDeleted,
  unmarkNoteDeleted,
} from './lead-activity.queries.ts'
import {
  type BoardPlace,
  type BoardRow,
  countBoard,
  countStages,
  findBoardLead,
  listBoard,
  lockStage,
  setStage,
} from './lead-board.queries.ts'
import { presentActivity, presentBoardLead } from './present-order.ts'

type BoardQuery = Input<typeof leadBoard.list>['query']

const mostMoves = 300

export async function listLeads({ db, actor, clock }: Context, query: BoardQuery): Promise<PageOf<BoardLead>> {
  const { orderId, stage, search } = query
  const filter = { userId: actor.userId, orderId, stage, search }
  const slice = { ...sliceOf(query), after: query.after === undefined ? undefined : placeOf(query.after) }
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

export async function leadsByStage(
  { db, actor }: Context,
  { orderId, search }: Pick<BoardQuery, 'orderId' | 'search'>,
) {
  const counted = await countStages(db, { userId: actor.userId, orderId, search })
  const counts = new Map(counted.map(({ stage, count }) => [stage, count]))
  return { stages: leadStages.schema.options.map((stage) => ({ stage, count: counts.get(stage) ?? 0 })) }
}

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

export async function ownLead({ db, actor }: Pick<Context, 'db' | 'actor'>, place: LeadPlace): Promise<BoardRow> {
  const row = await findBoardLead(db, actor.userId, place.orderId, place.propertyId)
  if (!row) throw notFound('This lead')
  return row
}

/** Moves a lead of the actor's to a stage, and notes who really did it. NOT_FOUND for anybody else's. */
export const moveLead = (ctx: Context, place: LeadPlace, { stage: to }: LeadChange): Promise<BoardLead> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    const { orderId, propertyId } = place
    const locked = await lockStage(db, actor.userId, orderId, propertyId)
    if (!locked) throw notFound('This lead')
    const from = leadStages.schema.parse(locked.stage)
    if (from !== to) {
      const at = clock.now()
      const actorId = actor.impersonator?.userId ?? actor.userId
      await setStage(db, orderId, propertyId, to, at)
      await insertMove(db, { id: newId(at.getTime()), orderId, propertyId, from, to, actorId, at })
    }
    return presentBoardLead(await ownLead(inside, place), clock.now())
  })

/** What is written and deleted again and again takes room until it is forgotten. */
const mostWithDeleted = 5 * mostNotes

type NotePlace = LeadPlace & { noteId: string }

const restorableSince = (now: Date) => new Date(now.getTime() - noteRestorableHours * hourMs)

/** NOT_FOUND for anybody else's lead, UNPROCESSABLE where it has as many notes as there may be. */
export const addNote = (ctx: Context, place: LeadPlace, { text }: NewNote): Promise<LeadActivity> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    const { orderId, propertyId } = place
    await lockNotes(inside, place)
    if ((await refuseTooMany(db, place)) >= mostWithDeleted)
      throw appError('UNPROCESSABLE', 'Too many notes of this lead were deleted today. Please try again tomorrow.')
    const at = clock.now()
    const id = newId(at.getTime())
    await insertNote(db, { id, orderId, propertyId, text, actorId: actor.impersonator?.userId ?? actor.userId, at })
    return presentActivity(await findActivity(db, id), actor.userId)
  })

async function lockNotes(inside: Parameters<typeof holdAccount>[0], { orderId, propertyId }: LeadPlace): Promise<void> {
  // Or it might be written behind the back of one that is being closed, with which all notes go.
  await holdAccount(inside)
  // Or two at once might both find room for the last note.
  if (!(await lockStage(inside.db, inside.actor.userId, orderId, propertyId))) throw notFound('This lead')
}

async function refuseTooMany(db: Db, place: LeadPlace): Promise<number> {
  const { count, withDeleted } = await countNotes(db, place)
  if (count >= mostNotes)
    throw appError('UNPROCESSABLE', `A lead has no more than ${mostNotes} notes. Delete one first.`)
  return withDeleted
}

/** It can be restored for a while; NOT_FOUND where the actor's lead has no such note. */
export async function removeNote(ctx: Context, { noteId, ...place }: NotePlace): Promise<undefined> {
  await ownLead(ctx, place)
  if (!(await markNoteDeleted(ctx.db, place, noteId, ctx.clock.now()))) throw notFound('This note')
}

/** One that is there stays as it is. UNPROCESSABLE where there are too many. */
export const restoreNote = (ctx: Context, { noteId, ...place }: NotePlace): Promise<LeadActivity> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    await lockNotes(inside, place)
    const note = await findNote(db, place, noteId)
    if (!note) throw notFound('This note')
    if (note.deletedAt) {
      await refuseTooMany(db, place)
      // Not by what was read: the scheduled job may have deleted it for good meanwhile.
      if (!(await unmarkNoteDeleted(db, noteId, restorableSince(clock.now())))) throw notFound('This note')
    }
    return presentActivity(await findActivity(db, noteId), actor.userId)
  })

export async function forgetDeletedNotes({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteMarkedNotes(db, restorableSince(clock.now()))
}
