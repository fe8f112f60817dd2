import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'

/**
 * `asOf` is when the newest roll was ingested; `version` changes once the store holds what a roll changed. It `isWhole`
 * unless a roll is being put into the store right now, or was when an import was cut off.
 */
export type DataVersion = { version: string; asOf: Date | null; isWhole: boolean }

/** What is remembered of the property data is remembered by this version. */
export async function readDataVersion(db: Db): Promise<DataVersion> {
  const { asOf, version, isWhole } = await db
    .selectFrom('rolls')
    .select(({ fn }) => fn.max('ingestedAt').as('asOf'))
    .select(sql<string>`coalesce(max(changed_at)::text, '')`.as('version'))
    .select(sql<boolean>`coalesce(bool_and(is_complete), false)`.as('isWhole'))
    .executeTakeFirstOrThrow()
  return { version, asOf, isWhole }
}

/** Contacts of owners came or went, though no roll did. */
export const moveDataVersion = (db: Db) =>
  db
    .updateTable('rolls')
    .set({ changedAt: sql`clock_timestamp()` })
    .where('source', '=', ({ selectFrom }) => selectFrom('rolls').select('source').orderBy('source').limit(1))
    .execute()
