import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import type { RollReport } from './roll-report.ts'

/** What is known of a roll that is loaded now. */
export type LoadedRoll = {
  source: string
  name: string
  countyFips: string[]
  recordedOn: string | null
  ingestedAt: Date
  fileName: string
  sha256: string
  rowsRead: number
  rowsMapped: number
  rowsRejected: number
  rejectFile: string | null
  isGenerated: boolean
}

export const findRoll = (db: Db, source: string) =>
  db.selectFrom('rolls').selectAll().where('source', '=', source).executeTakeFirst()

/** Keeps one row a source: that of the roll which is loaded now. */
export async function saveRoll(db: Db, roll: LoadedRoll, report: RollReport): Promise<void> {
  const row = { ...roll, report: JSON.stringify(report) }
  const { source: _, ...changes } = row
  await db
    .insertInto('rolls')
    .values(row)
    .onConflict((conflict) => conflict.column('source').doUpdateSet(changes))
    .execute()
}

export const listRolls = (db: Db, { limit, offset }: { limit: number; offset: number }) =>
  db
    .selectFrom('rolls')
    .select([
      'id',
      'source',
      'name',
      'countyFips',
      'recordedOn',
      'ingestedAt',
      'fileName',
      'sha256',
      'rowsRead',
      'rowsMapped',
      'rowsRejected',
      'isGenerated',
    ])
    .orderBy('ingestedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countRolls(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('rolls')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const hasRolls = async (db: Db): Promise<boolean> => (await countRolls(db)) > 0

/** When the newest roll was ingested: the version of the property data. */
export async function dataVersion(db: Db): Promise<Date | null> {
  const { at } = await db
    .selectFrom('rolls')
    .select(({ fn }) => fn.max('ingestedAt').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/**
 * Runs the work while nobody else imports the same roll, in whatever process; gives undefined where somebody does. The
 * lock ends with the connection, so a killed import leaves none behind.
 */
export const whileImporting = <T>(db: Db, source: string, work: () => Promise<T>): Promise<T | undefined> =>
  db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${`roll:${source}`}, 0)`
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(connection)
    if (!rows[0]?.locked) return undefined
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
