import type { Slice } from '@dooryard/contract/api/paging'
import type { Insertable, Updateable } from 'kysely'
import { countRows } from '../../../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../../../platform/postgres/database.ts'

const selectNotes = (db: Db) =>
  db
    .selectFrom('userNotes')
    .innerJoin('users as authors', 'authors.id', 'userNotes.authorId')
    .select(['userNotes.id', 'userNotes.authorId', 'userNotes.body', 'userNotes.isPinned'])
    .select(['userNotes.createdAt', 'userNotes.editedAt', 'authors.firstName', 'authors.lastName'])

export type UserNoteRow = NonNullable<Awaited<ReturnType<typeof findNote>>>

export const findNote = (db: Db, userId: string, id: string) =>
  selectNotes(db).where('userNotes.userId', '=', userId).where('userNotes.id', '=', id).executeTakeFirst()

export const lockNote = (db: Db, userId: string, id: string) =>
  selectNotes(db)
    .where('userNotes.userId', '=', userId)
    .where('userNotes.id', '=', id)
    .forUpdate('userNotes')
    .executeTakeFirst()

/** Pinned notes first, then the newest. */
export const listNotes = (db: Db, userId: string, { limit, offset }: Slice) =>
  selectNotes(db)
    .where('userNotes.userId', '=', userId)
    .orderBy('userNotes.isPinned', 'desc')
    .orderBy('userNotes.createdAt', 'desc')
    .orderBy('userNotes.id')
    .limit(limit)
    .offset(offset)
    .execute()

export const countNotes = (db: Db, userId: string): Promise<number> =>
  countRows(db, db.selectFrom('userNotes').select('id').where('userId', '=', userId))

export const insertNote = (db: Db, note: Insertable<DB['userNotes']>) =>
  db.insertInto('userNotes').values(note).execute()

export const updateNote = (db: Db, id: string, change: Updateable<DB['userNotes']>) =>
  db.updateTable('userNotes').set(change).where('id', '=', id).execute()

export const deleteNote = (db: Db, id: string) => db.deleteFrom('userNotes').where('id', '=', id).execute()

export const deleteNotesOnUser = (db: Db, userId: string) =>
  db.deleteFrom('userNotes').where('userId', '=', userId).execute()
