import { type LeadActivity, mostNotes, type NewNote, noteRestorableHours } from '@dooryard/contract/lead-board'
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
  insertNote,
  type LeadPlace,
  markNoteDeleted,
  unmarkNoteDeleted,
} from './lead-activity.queries.ts'
import { lockStage } from './lead-board.queries.ts'
import { ownLead } from './lead-board.ts'
import { presentActivity } from './present-lead.ts'

/** What is written and deleted again and again takes room until it is forgotten. */
const mostWithDeleted = 5 * mostNotes

type NotePlace = LeadPlace & { noteId: string }

/** Since when a note that was deleted can be had back. */
const restorableSince = (now: Date) => new Date(now.getTime() - noteRestorableHours * 3_600_000)

/**
 * Writes down something about a lead that was delivered to the actor; NOT_FOUND for any other, UNPROCESSABLE where it has
 * as many notes as there may be.
 */
export const addNote = (ctx: Context, place: LeadPlace, { text }: NewNote): Promise<LeadActivity> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    // Or it might be written behind the back of one that is being closed, with which all notes go.
    await holdAccount(inside)
    const { orderId, propertyId } = place
    // Locked, or two at once might both find room for the last note.
    if (!(await lockStage(db, actor.userId, orderId, propertyId))) throw notFound('This lead')
    if ((await refuseTooMany(db, place)) >= mostWithDeleted)
      throw appError('UNPROCESSABLE', 'Too many notes of this lead were deleted today. Please try again tomorrow.')
    const at = clock.now()
    const id = newId(at.getTime())
    await insertNote(db, { id, orderId, propertyId, text, actorId: actor.impersonator?.userId ?? actor.userId, at })
    return presentActivity(await findActivity(db, id), actor.userId)
  })

async function refuseTooMany(db: Db, place: LeadPlace): Promise<number> {
  const { count, withDeleted } = await countNotes(db, place)
  if (count >= mostNotes)
    throw appError('UNPROCESSABLE', `A lead has no more than ${mostNotes} notes. Delete one first.`)
  return withDeleted
}

/** Deletes a note, whoever wrote it, which can be had back for a while; NOT_FOUND where the actor's lead has no such note. */
export async function removeNote(ctx: Context, { noteId, ...place }: NotePlace): Promise<undefined> {
  await ownLead(ctx, place)
  if (!(await markNoteDeleted(ctx.db, place, noteId, ctx.clock.now()))) throw notFound('This note')
}

/** Takes back that a note was deleted; one that is there stays as it is. UNPROCESSABLE where there are too many. */
export const restoreNote = (ctx: Context, { noteId, ...place }: NotePlace): Promise<LeadActivity> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    await holdAccount(inside)
    // Locked, or two at once might both find room for the last note.
    if (!(await lockStage(db, actor.userId, place.orderId, place.propertyId))) throw notFound('This lead')
    const note = await findNote(db, place, noteId)
    if (!note) throw notFound('This note')
    if (note.deletedAt) {
      await refuseTooMany(db, place)
      // Not by what was read: the chore may have deleted it for good meanwhile.
      if (!(await unmarkNoteDeleted(db, noteId, restorableSince(clock.now())))) throw notFound('This note')
    }
    return presentActivity(await findActivity(db, noteId), actor.userId)
  })

/** Deletes for good the notes that nobody wanted back. */
export async function forgetDeletedNotes({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteMarkedNotes(db, restorableSince(clock.now()))
}
