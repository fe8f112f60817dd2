import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

export type StoredSource = {
  source: string
  name: string
  owners: number
  phones: number
  emails: number
  asOf: string
  sha256: string
  isGenerated: boolean
  ingestedAt: Date
}

const columns = ['source', 'name', 'owners', 'phones', 'emails', 'asOf', 'sha256', 'isGenerated', 'ingestedAt'] as const

/** Every file whose contacts are in the property store, the newest first. */
export const listSources = (db: Db): Promise<StoredSource[]> =>
  db.selectFrom('contactSources').select(columns).orderBy('ingestedAt', 'desc').orderBy('source').execute()

export const findSource = (db: Db, source: string): Promise<StoredSource | undefined> =>
  db.selectFrom('contactSources').select(columns).where('source', '=', source).executeTakeFirst()

/** What each source is called. */
export async function sourceNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('contactSources').select(['source', 'name']).execute()
  return new Map(rows.map(({ source, name }) => [source, name]))
}

/** Keeps one row a source: that of the file which is loaded now. */
export const enterSource = (db: Db, { source, ...facts }: StoredSource) =>
  db
    .insertInto('contactSources')
    .values({ source, ...facts })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(facts))
    .execute()

export const deleteSource = (db: Db, source: string) =>
  db.deleteFrom('contactSources').where('source', '=', source).execute()

/**
 * Runs work while nobody else changes the same source, in whatever process; gives undefined where somebody does. The lock
 * ends with the connection, so a killed import leaves none behind.
 */
export const whileChanging = <T>(db: Db, source: string, work: () => Promise<T>): Promise<T | undefined> =>
  db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${`contacts:${source}`}, 0)`
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(connection)
    if (!rows[0]?.locked) return undefined
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
