import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'

/**
 * `asOf` is when the newest roll was ingested; `version` changes once the store holds a roll's changes. `isWhole` is
 * false while a roll is being swapped in, or after an import was interrupted.
 */
export type DataVersion = { version: string; asOf: Date | null; isWhole: boolean }

/** Cached property data is keyed by this version. */
export async function readDataVersion(db: Db): Promise<DataVersion> {
  const { asOf, version, isWhole } = await db
    .selectFrom('rolls')
    .select(({ fn }) => fn.max('ingestedAt').as('asOf'))
    .select(sql<string>`coalesce(max(changed_at)::text, '')`.as('version'))
    .select(sql<boolean>`coalesce(bool_and(is_complete), false)`.as('isWhole'))
    .executeTakeFirstOrThrow()
  return { version, asOf, isWhole }
}

/** Invalidates caches when owner contacts change without a roll. */
export const bumpDataVersion = (db: Db) =>
  db
    .updateTable('rolls')
    .set({ changedAt: sql`clock_timestamp()` })
    .where('source', '=', ({ selectFrom }) => selectFrom('rolls').select('source').orderBy('source').limit(1))
    .execute()
