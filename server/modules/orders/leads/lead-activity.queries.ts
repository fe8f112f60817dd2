import type { LeadStage } from '@dooryard/contract/api/enums'
import type { LeadActivity } from '@dooryard/contract/orders/lead-board'
import { type Expression, type SqlBool, sql } from 'kysely'
import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'

export type OrderLeadRef = { orderId: string; propertyId: string }

const selectActivityWithNames = (db: Db) =>
  db
    .selectFrom('leadActivity')
    .innerJoin(selectAccounts(db).as('users'), 'users.id', 'leadActivity.actorId')
    .select(['leadActivity.id', 'leadActivity.kind', 'leadActivity.fromStage', 'leadActivity.toStage'])
    .select([
      'leadActivity.text',
      'leadActivity.phone',
      'leadActivity.result',
      'leadActivity.at',
      'leadActivity.actorId',
      'users.firstName',
      'users.lastName',
    ])

type LeadRefSql = { orderId: string | Expression<string>; propertyId: string | Expression<string> }

/** A condition on `order_id` and `property_id`: the lead as any order of its user delivered it. */
export const isOfSameLead = ({ orderId, propertyId }: LeadRefSql) =>
  sql<SqlBool>`(order_id, property_id) in (
    select same.order_id, same.property_id from pipeline_leads this join pipeline_leads same
      on same.user_id = this.user_id and same.property_id = this.property_id and same.owner_key = this.owner_key
    where this.order_id = ${orderId} and this.property_id = ${propertyId})`

const matchesLead = (ref: OrderLeadRef, kind: LeadActivity['kind']) =>
  sql<SqlBool>`${isOfSameLead(ref)} and kind = ${kind}`

export type LeadActivityRow = Awaited<ReturnType<typeof listActivity>>[number]

export const listActivity = (db: Db, ref: OrderLeadRef, kind: LeadActivity['kind'], limit: number) =>
  selectActivityWithNames(db)
    .where(matchesLead(ref, kind))
    .where('leadActivity.deletedAt', 'is', null)
    .orderBy('leadActivity.at', 'desc')
    .orderBy('leadActivity.id', 'desc')
    .limit(limit)
    .execute()

export const findActivity = (db: Db, id: string) =>
  selectActivityWithNames(db).where('leadActivity.id', '=', id).executeTakeFirstOrThrow()

type NewActivityRow = OrderLeadRef & { id: string; actorId: string; at: Date }

type NewStageMove = NewActivityRow & { from: LeadStage; to: LeadStage }

export const insertStageMoves = (db: Db, moves: readonly NewStageMove[]) =>
  db
    .insertInto('leadActivity')
    .values(moves.map(({ from, to, ...move }) => ({ ...move, kind: 'STAGE', fromStage: from, toStage: to })))
    .execute()

export const insertNote = (db: Db, note: NewActivityRow & { text: string }) =>
  db
    .insertInto('leadActivity')
    .values({ ...note, kind: 'NOTE' })
    .execute()

/** `withDeleted` includes deleted notes that can still be restored. */
export const countActivity = (db: Db, ref: OrderLeadRef, kind: LeadActivity['kind']) =>
  db
    .selectFrom('leadActivity')
    .select(({ fn }) => fn.countAll<number>().filterWhere('deletedAt', 'is', null).as('count'))
    .select(({ fn }) => fn.countAll<number>().as('withDeleted'))
    .where(matchesLead(ref, kind))
    .executeTakeFirstOrThrow()

/** When the note was deleted; null if it was not, undefined if the lead has no such note. */
export const findNote = (db: Db, ref: OrderLeadRef, id: string) =>
  db
    .selectFrom('leadActivity')
    .select('deletedAt')
    .where('id', '=', id)
    .where(matchesLead(ref, 'NOTE'))
    .executeTakeFirst()

export async function markNoteDeleted(db: Db, ref: OrderLeadRef, id: string, at: Date) {
  const { numUpdatedRows } = await db
    .updateTable('leadActivity')
    .set({ deletedAt: at })
    .where('id', '=', id)
    .where(matchesLead(ref, 'NOTE'))
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function restoreDeletedNote(db: Db, id: string, since: Date) {
  const { numUpdatedRows } = await db
    .updateTable('leadActivity')
    .set({ deletedAt: null })
    .where('id', '=', id)
    .where('deletedAt', '>', since)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const purgeMarkedNotes = (db: Db, at: Date) =>
  db.deleteFrom('leadActivity').where('deletedAt', '<=', at).execute()

/** Deletes a user's labels, and all notes, tasks and results of calls on their leads: they name and describe others. */
export async function deleteUserLabelsNotesAndCalls(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('leadLabels').where('userId', '=', userId).execute()
  await db.deleteFrom('leadTasks').where('userId', '=', userId).execute()
  await db
    .deleteFrom('leadActivity')
    .where('kind', 'in', ['NOTE', 'CONTACT'])
    .where('orderId', 'in', (of) => of.selectFrom('orders').select('orders.id').where('orders.userId', '=', userId))
    .execute()
}
