import type { LeadActivity } from '@dooryard/contract/lead-board'
import type { LeadStage } from '@dooryard/contract/vocabularies'
import type { Db } from '../../platform/postgres/database.ts'

/** Where a delivered lead is. */
export type LeadPlace = { orderId: string; propertyId: string }

const withNames = (db: Db) =>
  db
    .selectFrom('leadActivity')
    .innerJoin('users', 'users.id', 'leadActivity.actorId')
    .select([
      'leadActivity.id',
      'leadActivity.kind',
      'leadActivity.fromStage',
      'leadActivity.toStage',
      'leadActivity.text',
      'leadActivity.at',
      'leadActivity.actorId',
      'users.firstName',
      'users.lastName',
    ])

export type ActivityRow = Awaited<ReturnType<typeof listActivity>>[number]

/** The moves of a lead, or the notes about it, the newest first. */
export const listActivity = (db: Db, { orderId, propertyId }: LeadPlace, kind: LeadActivity['kind'], limit: number) =>
  withNames(db)
    .where('leadActivity.orderId', '=', orderId)
    .where('leadActivity.propertyId', '=', propertyId)
    .where('leadActivity.kind', '=', kind)
    .where('leadActivity.deletedAt', 'is', null)
    .orderBy('leadActivity.at', 'desc')
    .orderBy('leadActivity.id', 'desc')
    .limit(limit)
    .execute()

export const findActivity = (db: Db, id: string) =>
  withNames(db).where('leadActivity.id', '=', id).executeTakeFirstOrThrow()

type NewActivity = LeadPlace & { id: string; actorId: string; at: Date }

export const insertMove = (db: Db, { from, to, ...move }: NewActivity & { from: LeadStage; to: LeadStage }) =>
  db
    .insertInto('leadActivity')
    .values({ ...move, kind: 'STAGE', fromStage: from, toStage: to })
    .execute()

export const insertNote = (db: Db, note: NewActivity & { text: string }) =>
  db
    .insertInto('leadActivity')
    .values({ ...note, kind: 'NOTE' })
    .execute()

/** How many notes a lead has, and with those that were deleted and can still be had back. */
export async function countNotes(
  db: Db,
  { orderId, propertyId }: LeadPlace,
): Promise<{ count: number; withDeleted: number }> {
  return db
    .selectFrom('leadActivity')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('deletedAt', 'is', null).as('count'),
      fn.countAll<number>().as('withDeleted'),
    ])
    .where('orderId', '=', orderId)
    .where('propertyId', '=', propertyId)
    .where('kind', '=', 'NOTE')
    .executeTakeFirstOrThrow()
}

/** When a note of a lead was deleted, null where it was not; undefined where the lead has no such note. */
export const findNote = (db: Db, { orderId, propertyId }: LeadPlace, id: string) =>
  db
    .selectFrom('leadActivity')
    .select('deletedAt')
    .where('id', '=', id)
    .where('orderId', '=', orderId)
    .where('propertyId', '=', propertyId)
    .where('kind', '=', 'NOTE')
    .executeTakeFirst()

/** Deletes a note of a lead so that it can be had back; false where there is none. */
export async function markNoteDeleted(db: Db, { orderId, propertyId }: LeadPlace, id: string, at: Date) {
  const { numUpdatedRows } = await db
    .updateTable('leadActivity')
    .set({ deletedAt: at })
    .where('id', '=', id)
    .where('orderId', '=', orderId)
    .where('propertyId', '=', propertyId)
    .where('kind', '=', 'NOTE')
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Takes back that a note was deleted; false where that was not after `since`, or it is gone. */
export async function unmarkNoteDeleted(db: Db, id: string, since: Date) {
  const { numUpdatedRows } = await db
    .updateTable('leadActivity')
    .set({ deletedAt: null })
    .where('id', '=', id)
    .where('deletedAt', '>', since)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes for good the notes that were deleted before `at`. */
export const deleteMarkedNotes = (db: Db, at: Date) =>
  db.deleteFrom('leadActivity').where('deletedAt', '<=', at).execute()

/** Deletes whatever was written about the leads of a user: it is theirs, and may be about other people. */
export const forgetNotes = (db: Db, userId: string) =>
  db
    .deleteFrom('leadActivity')
    .where('kind', '=', 'NOTE')
    .where('orderId', 'in', (of) => of.selectFrom('orders').select('orders.id').where('orders.userId', '=', userId))
    .execute()
