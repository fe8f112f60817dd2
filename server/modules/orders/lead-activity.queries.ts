import type { LeadActivity } from '@dooryard/contract/lead-board'
import type { LeadStage } from '@dooryard/contract/vocabularies'
import { type SqlBool, sql } from 'kysely'
import { selectAccounts } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'

export type LeadPlace = { orderId: string; propertyId: string }

const withNames = (db: Db) =>
  db
    .selectFrom('leadActivity')
    .innerJoin(selectAccounts(db).as('users'), 'users.id', 'leadActivity.actorId')
    .select(['leadActivity.id', 'leadActivity.kind', 'leadActivity.fromStage', 'leadActivity.toStage'])
    .select(['leadActivity.text', 'leadActivity.at', 'leadActivity.actorId', 'users.firstName', 'users.lastName'])

const isOfLead = ({ orderId, propertyId }: LeadPlace, kind: LeadActivity['kind']) =>
  sql<SqlBool>`order_id = ${orderId} and property_id = ${propertyId} and kind = ${kind}`

export type ActivityRow = Awaited<ReturnType<typeof listActivity>>[number]

export const listActivity = (db: Db, place: LeadPlace, kind: LeadActivity['kind'], limit: number) =>
  withNames(db)
    .where(isOfLead(place, kind))
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

/** With those that were deleted and can still be restored. */
export const countNotes = (db: Db, place: LeadPlace) =>
  db
    .selectFrom('leadActivity')
    .select(({ fn }) => fn.countAll<number>().filterWhere('deletedAt', 'is', null).as('count'))
    .select(({ fn }) => fn.countAll<number>().as('withDeleted'))
    .where(isOfLead(place, 'NOTE'))
    .executeTakeFirstOrThrow()

/** When the note was deleted, null where it was not; undefined where the lead has no such note. */
export const findNote = (db: Db, place: LeadPlace, id: string) =>
  db
    .selectFrom('leadActivity')
    .select('deletedAt')
    .where('id', '=', id)
    .where(isOfLead(place, 'NOTE'))
    .executeTakeFirst()

export async function markNoteDeleted(db: Db, place: LeadPlace, id: string, at: Date) {
  const { numUpdatedRows } = await db
    .updateTable('leadActivity')
    .set({ deletedAt: at })
    .where('id', '=', id)
    .where(isOfLead(place, 'NOTE'))
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function unmarkNoteDeleted(db: Db, id: string, since: Date) {
  const { numUpdatedRows } = await db
    .updateTable('leadActivity')
    .set({ deletedAt: null })
    .where('id', '=', id)
    .where('deletedAt', '>', since)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const deleteMarkedNotes = (db: Db, at: Date) =>
  db.deleteFrom('leadActivity').where('deletedAt', '<=', at).execute()

/** Deletes whatever was written about the leads of a user: it is theirs, and may be about other people. */
export const forgetNotes = (db: Db, userId: string) =>
  db
    .deleteFrom('leadActivity')
    .where('kind', '=', 'NOTE')
    .where('orderId', 'in', (of) => of.selectFrom('orders').select('orders.id').where('orders.userId', '=', userId))
    .execute()
