import type { EndpointInput } from '@dooryard/contract/api/endpoint'
import { leadStages } from '@dooryard/contract/api/enums'
import { type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { hourMs } from '@dooryard/contract/api/time'
import { maxContactResultsPerLead } from '@dooryard/contract/leads/contact-results'
import {
  type BoardLead,
  type BoardLeadDetail,
  type LeadActivity,
  type leadBoard,
  maxNotesPerLead,
  type NewNote,
  noteRestorableHours,
} from '@dooryard/contract/orders/lead-board'
import type { LeadChange } from '@dooryard/contract/orders/leads'
import type { Context, Services, TransactionContext } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { lockActiveAccount } from '../../identity/index.ts'
import { presentActivity, presentBoardLead, presentValues } from '../read/present-order.ts'
import {
  countActivity,
  findActivity,
  findNote,
  insertNote,
  insertStageMoves,
  listActivity,
  markNoteDeleted,
  type OrderLeadRef,
  purgeMarkedNotes,
  restoreDeletedNote,
} from './lead-activity.queries.ts'
import {
  type BoardCursor,
  type BoardFilter,
  type BoardLeadRow,
  countBoardLeads,
  countLeadsByStage,
  findBoardLead,
  listBoardLeads,
  lockStage,
  setStage,
} from './lead-board.queries.ts'
import { listSentLetters } from './letters/mailings/mailings.queries.ts'
import { presentSentLetter } from './letters/mailings/mailings.ts'
import { listTasksOfLead } from './tasks/lead-tasks.queries.ts'
import { presentTask } from './tasks/present-task.ts'

type BoardQuery = EndpointInput<typeof leadBoard.list>['query']

const maxStageMoves = 300

export async function listLeads({ db, actor, clock }: Context, query: BoardQuery): Promise<PageResult<BoardLead>> {
  const filter = toBoardFilter(query, actor.userId, clock.now())
  const slice = { ...toSlice(query), after: query.after === undefined ? undefined : parseCursor(query.after) }
  const [rows, count] = await Promise.all([listBoardLeads(db, filter, slice), countBoardLeads(db, filter)])
  return toPage(
    rows.map((row) => presentBoardLead(row, clock.now())),
    count,
    query,
  )
}

type BoardFilters = Pick<BoardQuery, 'orderId' | 'search' | 'tag' | 'assignee' | 'task'> & Pick<BoardFilter, 'stage'>

export const toBoardFilter = (
  { orderId, stage, search, tag, assignee, task }: BoardFilters,
  userId: string,
  now: Date,
): BoardFilter => ({ userId, orderId, stage, search, tag, assignee, task: task && { state: task, now } })

function parseCursor(after: string): BoardCursor {
  const [stagedAt = '', orderId = '', propertyId = ''] = after.split(',')
  return { stagedAt: new Date(stagedAt), orderId, propertyId }
}

export async function getStageCounts({ db, actor, clock }: Context, filters: Omit<BoardFilters, 'stage'>) {
  const counted = await countLeadsByStage(db, toBoardFilter(filters, actor.userId, clock.now()))
  const counts = new Map(counted.map(({ stage, count }) => [stage, count]))
  return { stages: leadStages.schema.options.map((stage) => ({ stage, count: counts.get(stage) ?? 0 })) }
}

export async function getLeadDetail(ctx: Context, ref: OrderLeadRef): Promise<BoardLeadDetail> {
  const row = await requireOwnedLead(ctx, ref)
  const { propertyId, ownerKey } = row
  const [moves, notes, results, letters, tasks] = await Promise.all([
    listActivity(ctx.db, ref, 'STAGE', maxStageMoves),
    listActivity(ctx.db, ref, 'NOTE', maxNotesPerLead),
    listActivity(ctx.db, ref, 'CONTACT', maxContactResultsPerLead),
    listSentLetters(ctx.db, ref),
    listTasksOfLead(ctx.db, { userId: ctx.actor.userId, propertyId, ownerKey }),
  ])
  const activity = [
    ...[...moves, ...notes, ...results].map((happened) => presentActivity(happened, ctx.actor.userId)),
    ...letters.map(presentSentLetter),
  ].toSorted((one, other) => (one.at === other.at ? (one.id < other.id ? 1 : -1) : one.at < other.at ? 1 : -1))
  return {
    ...presentBoardLead(row, ctx.clock.now()),
    valuesAtDelivery: presentValues(row),
    activity,
    tasks: tasks.map(presentTask),
  }
}

export async function requireOwnedLead(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  ref: OrderLeadRef,
): Promise<BoardLeadRow> {
  const row = await findBoardLead(db, actor.userId, ref.orderId, ref.propertyId)
  if (!row) throw notFound('This lead')
  return row
}

/** Moves one of the actor's leads to a stage and records the real actor. NOT_FOUND for other users' leads. */
export const moveLead = (ctx: Context, ref: OrderLeadRef, { stage: to }: LeadChange): Promise<BoardLead> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    const { orderId, propertyId } = ref
    const locked = await lockStage(db, actor.userId, orderId, propertyId)
    if (!locked) throw notFound('This lead')
    const from = leadStages.schema.parse(locked.stage)
    if (from !== to) {
      const at = clock.now()
      const actorId = actor.impersonator?.userId ?? actor.userId
      await setStage(db, orderId, propertyId, to, at)
      await insertStageMoves(db, [{ id: newId(at.getTime()), orderId, propertyId, from, to, actorId, at }])
    }
    return presentBoardLead(await requireOwnedLead(tx, ref), clock.now())
  })

/** Notes written and deleted repeatedly take space until they are purged. */
const maxNotesWithDeleted = 5 * maxNotesPerLead

type LeadNoteRef = OrderLeadRef & { noteId: string }

const getRestorableCutoff = (now: Date) => new Date(now.getTime() - noteRestorableHours * hourMs)

/** NOT_FOUND for other users' leads, UNPROCESSABLE at the note limit. */
export const addNote = (ctx: Context, ref: OrderLeadRef, { text }: NewNote): Promise<LeadActivity> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    const { orderId, propertyId } = ref
    await lockLeadForWriting(tx, ref)
    if ((await assertNoteLimit(db, ref)) >= maxNotesWithDeleted)
      throw appError('UNPROCESSABLE', 'Too many notes of this lead were deleted today. Please try again tomorrow.')
    const at = clock.now()
    const id = newId(at.getTime())
    await insertNote(db, { id, orderId, propertyId, text, actorId: actor.impersonator?.userId ?? actor.userId, at })
    return presentActivity(await findActivity(db, id), actor.userId)
  })

/** Locks the account and the lead. NOT_FOUND for other users' leads. */
export async function lockLeadForWriting(tx: TransactionContext, { orderId, propertyId }: OrderLeadRef): Promise<void> {
  // Otherwise the note could be written while the account is closing, which deletes all notes.
  await lockActiveAccount(tx)
  // Otherwise two concurrent requests could both see room for the last note.
  if (!(await lockStage(tx.db, tx.actor.userId, orderId, propertyId))) throw notFound('This lead')
}

async function assertNoteLimit(db: Db, ref: OrderLeadRef): Promise<number> {
  const { count, withDeleted } = await countActivity(db, ref, 'NOTE')
  if (count >= maxNotesPerLead)
    throw appError('UNPROCESSABLE', `A lead has no more than ${maxNotesPerLead} notes. Delete one first.`)
  return withDeleted
}

/** Can be restored for a while. NOT_FOUND when the actor's lead has no such note. */
export async function removeNote(ctx: Context, { noteId, ...ref }: LeadNoteRef): Promise<undefined> {
  await requireOwnedLead(ctx, ref)
  if (!(await markNoteDeleted(ctx.db, ref, noteId, ctx.clock.now()))) throw notFound('This note')
}

/** A note that is not deleted stays unchanged. UNPROCESSABLE above the limit. */
export const restoreNote = (ctx: Context, { noteId, ...ref }: LeadNoteRef): Promise<LeadActivity> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockLeadForWriting(tx, ref)
    const note = await findNote(db, ref, noteId)
    if (!note) throw notFound('This note')
    if (note.deletedAt) {
      await assertNoteLimit(db, ref)
      // Does not rely on the earlier read: the purge job may have deleted the note in the meantime.
      if (!(await restoreDeletedNote(db, noteId, getRestorableCutoff(clock.now())))) throw notFound('This note')
    }
    return presentActivity(await findActivity(db, noteId), actor.userId)
  })

export async function purgeDeletedNotes({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await purgeMarkedNotes(db, getRestorableCutoff(clock.now()))
}
