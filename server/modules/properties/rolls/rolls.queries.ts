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
  /** How many rows of the store are of this roll. */
  properties: number
  transfers: number
}

export const findRoll = (db: Db, source: string) =>
  db.selectFrom('rolls').selectAll().where('source', '=', source).executeTakeFirst()

/**
 * Keeps one row a source: that of the roll which is loaded now. It is entered before the store changes and completed
 * after, so that an import which was killed in between is known and done again.
 */
export async function enterRoll(db: Db, roll: LoadedRoll, report: RollReport): Promise<void> {
  const row = { ...roll, report: JSON.stringify(report), isComplete: false, parcelsLost: 0 }
  const { source: _, ...changes } = row
  await db
    .insertInto('rolls')
    .values(row)
    .onConflict((conflict) => conflict.column('source').doUpdateSet(changes))
    .execute()
}

/** Says that the store holds the whole roll, and moves the version of the data on. */
export const completeRoll = (db: Db, { source, countyFips }: Pick<LoadedRoll, 'source' | 'countyFips'>) =>
  db
    .updateTable('rolls')
    .set({ isComplete: true, countyFips, changedAt: sql`clock_timestamp()` })
    .where('source', '=', source)
    .execute()

/**
 * Corrects how many properties are left of a roll when another has taken some over. The same file brings them back, so
 * from now on it is worth loading again.
 */
export const countKept = (db: Db, source: string, properties: number) =>
  db
    .updateTable('rolls')
    .set({ properties, parcelsLost: sql`parcels_lost + properties - ${properties}` })
    .where('source', '=', source)
    .execute()

/** What of every loaded roll a change of another's rows needs. */
export const rollsForRestage = (db: Db) =>
  db
    .selectFrom('rolls')
    .select(['source', 'countyFips', 'recordedOn', 'ingestedAt', 'isComplete'])
    .orderBy('source')
    .execute()

export async function countRolls(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('rolls')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const hasRolls = async (db: Db): Promise<boolean> => (await countRolls(db)) > 0

/** Runs work while no other import changes the store; waits for its turn. */
export type Alone = <T>(work: (stillAlone: StillAlone) => Promise<T>) => Promise<T>
/** Throws when the right to change the store was lost with the connection to the database. */
export type StillAlone = () => Promise<void>

/**
 * Runs the work while nobody else imports the same roll, in whatever process; gives undefined where somebody does.
 * Rolls are read side by side, but change the store one after the other, because each also rewrites rows of its neighbours.
 * The locks end with the connection, so a killed import leaves none behind.
 */
export const whileImporting = <T>(db: Db, source: string, work: (alone: Alone) => Promise<T>): Promise<T | undefined> =>
  db.connection().execute(async (connection) => {
    const roll = sql`hashtextextended(${`roll:${source}`}, 0)`
    const store = sql`hashtextextended('rolls', 0)`
    const alone: Alone = async (change) => {
      await sql`select pg_advisory_lock(${store})`.execute(connection)
      try {
        // The lock is the connection's: while that answers, it is held.
        return await change(async () => void (await sql`select 1`.execute(connection)))
      } finally {
        await sql`select pg_advisory_unlock(${store})`.execute(connection)
      }
    }
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${roll}) as locked`.execute(connection)
    if (!rows[0]?.locked) return undefined
    try {
      return await work(alone)
    } finally {
      await sql`select pg_advisory_unlock(${roll})`.execute(connection)
    }
  })
