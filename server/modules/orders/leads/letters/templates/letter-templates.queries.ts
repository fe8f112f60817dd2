import type { LetterSender, NewLetterTemplate } from '@dooryard/contract/leads/letter-templates'
import { type Selectable, sql } from 'kysely'
import { lockInTransaction } from '../../../../../platform/postgres/advisory-locks.ts'
import { countRows } from '../../../../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../../../../platform/postgres/database.ts'

const columns = ['id', 'name', 'kind', 'text', 'backText', 'createdAt', 'updatedAt'] as const

export type TemplateRow = Pick<Selectable<DB['letterTemplates']>, (typeof columns)[number]>
export type OwnedTemplate = { userId: string; id: string }

/** Keeps two requests of a user from taking the last place, or from writing to the same people. */
export const lockLetters = (db: Db, userId: string) => lockInTransaction(db, `letters:${userId}`)

const selectOwned = (db: Db, userId: string) => db.selectFrom('letterTemplates').where('userId', '=', userId)

export const listTemplates = (db: Db, userId: string): Promise<TemplateRow[]> =>
  selectOwned(db, userId).select(columns).orderBy(sql`lower(name)`).orderBy('id').execute()

export const countTemplates = (db: Db, userId: string): Promise<number> => countRows(db, selectOwned(db, userId))

export const findTemplate = (db: Db, { userId, id }: OwnedTemplate): Promise<TemplateRow | undefined> =>
  selectOwned(db, userId).select(columns).where('id', '=', id).executeTakeFirst()

export const insertTemplate = (
  db: Db,
  { at, ...template }: NewLetterTemplate & OwnedTemplate & { at: Date },
): Promise<TemplateRow> =>
  db
    .insertInto('letterTemplates')
    .values({ ...template, createdAt: at, updatedAt: at })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const updateTemplate = (
  db: Db,
  { userId, id }: OwnedTemplate,
  { at, ...template }: NewLetterTemplate & { at: Date },
): Promise<TemplateRow | undefined> =>
  db
    .updateTable('letterTemplates')
    .set({ ...template, updatedAt: at })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

export async function deleteTemplate(db: Db, { userId, id }: OwnedTemplate): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('letterTemplates')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function findSender(db: Db, userId: string): Promise<LetterSender | undefined> {
  const row = await db.selectFrom('letterSenders').select('sender').where('userId', '=', userId).executeTakeFirst()
  // Written only by `saveSender`.
  return row?.sender as LetterSender | undefined
}

export const saveSender = (db: Db, userId: string, sender: LetterSender, at: Date) =>
  db
    .insertInto('letterSenders')
    .values({ userId, sender: JSON.stringify(sender), updatedAt: at })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ sender: JSON.stringify(sender), updatedAt: at }))
    .execute()

/** Deletes a user's templates, return address and mailings. */
export async function deleteUserLetters(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('mailings').where('userId', '=', userId).execute()
  await db.deleteFrom('letterTemplates').where('userId', '=', userId).execute()
  await db.deleteFrom('letterSenders').where('userId', '=', userId).execute()
}
