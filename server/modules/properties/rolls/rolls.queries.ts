import type { Slice } from '@dooryard/contract/paging'
import { sql } from 'kysely'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { countActiveAndFailed } from '../../../platform/file-imports/file-imports.ts'
import { tryWithLock, withLock } from '../../../platform/postgres/advisory-locks.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { RollReport } from './roll-report.ts'

/** What is kept of a roll that is loaded beside its report. */
export type RollEntry = { countyFips: string[]; ingestedAt: Date; isGenerated: boolean }

export const findRoll = (db: Db, source: string) =>
  db.selectFrom('rolls').selectAll().where('source', '=', source).executeTakeFirst()

/** Entered before the store changes and completed after, so that an import killed in between is done again. */
export async function enterRoll(db: Db, entry: RollEntry, report: RollReport): Promise<void> {
  const { countyFips, ingestedAt, isGenerated } = entry
  const { source, name, recordedOn, fileName, sha256, rejectFile, properties, transfers } = report
  const { rowsRead, rowsMapped, rowsRejected } = report
  const changes = {
    name,
    countyFips,
    recordedOn,
    ingestedAt,
    fileName,
    sha256,
    rejectFile,
    isGenerated,
    properties,
    transfers,
    rowsRead,
    rowsMapped,
    rowsRejected,
    report: JSON.stringify(report),
    isComplete: false,
    conflictingParcels: 0,
  }
  await db
    .insertInto('rolls')
    .values({ source, ...changes })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(changes))
    .execute()
}

export const completeRoll = (db: Db, source: string, countyFips: string[]) =>
  db
    .updateTable('rolls')
    .set({ isComplete: true, countyFips, changedAt: sql`clock_timestamp()` })
    .where('source', '=', source)
    .execute()

/** The same file brings back what another roll has taken over, so from now on it is worth loading again. */
export const countKept = (db: Db, source: string, properties: number) =>
  db
    .updateTable('rolls')
    .set({ properties, conflictingParcels: sql`conflicting_parcels + properties - ${properties}` })
    .where('source', '=', source)
    .execute()

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
 */
export const whileImporting = <T>(db: Db, source: string, work: (alone: Alone) => Promise<T>): Promise<T | undefined> =>
  tryWithLock(db, `roll:${source}`, (connection) =>
    work((change) =>
      withLock(connection, 'rolls', (same) =>
        // The lock is the connection's: while that answers, it is held.
        change(async () => void (await sql`select 1`.execute(same))),
      ),
    ),
  )

const rollColumns = [
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
  'properties',
  'transfers',
  'isGenerated',
  'isComplete',
  'rejectFile',
  'report',
] as const

export type RollRow = NonNullable<Awaited<ReturnType<typeof rollById>>>

export const rollById = (db: Db, id: string) =>
  db.selectFrom('rolls').select(rollColumns).where('id', '=', Number(id)).executeTakeFirst()

/** A slice of the rolls, the last imported first; the number orders those of one instant. */
export const rollPage = (db: Db, { limit, offset }: Slice) =>
  db
    .selectFrom('rolls')
    .select(rollColumns)
    .orderBy('ingestedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

export const rollHeads = (db: Db) =>
  db.selectFrom('rolls').select(['id', 'source', 'name', 'recordedOn', 'isComplete']).orderBy('name').execute()

export const countByCounty = (clickhouse: ClickHouse) =>
  clickhouse.rows<{ source: string; county_fips: string; properties: string }>(
    `select source, county_fips, sum(properties) as properties from place_counts
     where place_counts.properties > 0 group by source, county_fips order by county_fips, source`,
    {},
    { resultRows: 100_000 },
  )

export async function rollFigures(db: Db) {
  const [rolls, imports] = await Promise.all([
    db
      .selectFrom('rolls')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.sum<number | null>('properties').as('properties'),
        fn.max<Date | null>('changedAt').as('dataVersion'),
        fn.max<Date | null>('ingestedAt').as('newest'),
      ])
      .executeTakeFirstOrThrow(),
    countActiveAndFailed(db, 'ROLL'),
  ])
  return {
    ...rolls,
    properties: rolls.properties ?? 0,
    importing: imports.importing,
    failedImports: imports.failed,
  }
}
