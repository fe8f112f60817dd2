import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'

/** `asOf` is when the newest roll was ingested; `version` changes once the store holds what a roll changed. */
export type DataVersion = { version: string; asOf: Date | null }

/** What is remembered of the property data is remembered by this version. */
export async function readDataVersion(db: Db): Promise<DataVersion> {
  const { asOf, version } = await db
    .selectFrom('rolls')
    .select(({ fn }) => fn.max('ingestedAt').as('asOf'))
    .select(sql<string>`coalesce(max(changed_at)::text, '')`.as('version'))
    .executeTakeFirstOrThrow()
  return { version, asOf }
}
