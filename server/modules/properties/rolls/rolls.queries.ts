import type { Slice } from '@dooryard/contract/api/paging'
import { sql } from 'kysely'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { countActiveAndFailedImports } from '../../../platform/files/imports/file-imports.ts'
import { tryWithLock, withLock } from '../../../platform/postgres/advisory-locks.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { RollReport } from './roll-report.ts'

/** What is stored about a loaded roll besides its report. */
export type RollEntry = {
  countyFips: string[]
  ingestedAt: Date
  isGenerated: boolean
  /** The version of the stored source; 0 for one that is not stored. */
  sourceVersion: number
}

export const findRoll = (db: Db, source: string) =>
  db.selectFrom('rolls').selectAll().where('source', '=', source).executeTakeFirst()

/**
 * A roll with properties of a county, of another source, that was loaded after `since`: best one of this county alone,
 * and the largest of these.
 */
export const findCountyRoll = (db: Db, fips: string, otherThan: string, since = new Date(0)) =>
  db
    .selectFrom('rolls')
    .select(['source', 'name', 'properties', 'ingestedAt', 'countyFips', 'isGenerated'])
    .where('properties', '>', 0)
    .where('source', '<>', otherThan)
    .where('ingestedAt', '>', since)
    .where(sql<boolean>`${fips} = any(county_fips)`)
    .orderBy(sql`cardinality(county_fips) > 1`)
    .orderBy('isGenerated')
    .orderBy('properties', 'desc')
    .orderBy('id')
    .executeTakeFirst()

/** Replacing a roll of several counties by one of them would take the others away. */
export const isReplaceable = ({ countyFips, isGenerated }: Pick<RollEntry, 'countyFips' | 'isGenerated'>) =>
  countyFips.length === 1 && !isGenerated

/** Written right before the store changes and completed afterwards, so an import killed in between is repeated. */
export async function upsertRoll(db: Db, entry: RollEntry, report: RollReport): Promise<void> {
  const { countyFips, ingestedAt, isGenerated, sourceVersion } = entry
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
    sourceVersion,
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

/** Importing the same file restores parcels that another roll took over, so it is no longer treated as unchanged. */
export const updateRemainingProperties = (db: Db, source: string, properties: number) =>
  db
    .updateTable('rolls')
    .set({ properties, conflictingParcels: sql`conflicting_parcels + properties - ${properties}` })
    .where('source', '=', source)
    .execute()

export const listRollsForRestage = (db: Db) =>
  db
    .selectFrom('rolls')
    .select(['source', 'countyFips', 'recordedOn', 'ingestedAt', 'isComplete'])
    .orderBy('source')
    .execute()

/** All rolls, or only the one that a source reads. */
const selectRolls = (db: Db, source: string | undefined) => {
  const all = db.selectFrom('rolls')
  return source === undefined ? all : all.where('source', '=', source)
}

export async function countRolls(db: Db, source?: string): Promise<number> {
  const { count } = await selectRolls(db, source)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const hasRolls = async (db: Db): Promise<boolean> => (await countRolls(db)) > 0

/** Waits for the store lock and runs the work while no other import can change the store. */
export type WithStoreLock = <T>(work: (checkStoreLock: CheckStoreLock) => Promise<T>) => Promise<T>
/** Throws when the lock was lost with the database connection. */
export type CheckStoreLock = () => Promise<void>

/**
 * Runs the work unless another import of the same roll is running, in any process; returns undefined then. Rolls are
 * read concurrently but change the store one at a time, because each also rewrites rows of overlapping rolls.
 */
export const withImportLock = <T>(
  db: Db,
  source: string,
  work: (withStoreLock: WithStoreLock) => Promise<T>,
): Promise<T | undefined> =>
  tryWithLock(db, `roll:${source}`, (connection) =>
    work((change) =>
      withLock(connection, 'rolls', (same) =>
        // The connection holds the lock: while it answers, the lock is held.
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
  'sourceVersion',
] as const

export type RollRow = NonNullable<Awaited<ReturnType<typeof findRollById>>>

export const findRollById = (db: Db, id: string) =>
  db.selectFrom('rolls').select(rollColumns).where('id', '=', Number(id)).executeTakeFirst()

/** A page of rolls, newest import first; the id breaks ties. */
export const listRollRows = (db: Db, { limit, offset }: Slice, source?: string) =>
  selectRolls(db, source)
    .select(rollColumns)
    .orderBy('ingestedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

export const listRollHeaders = (db: Db) =>
  db
    .selectFrom('rolls')
    .select(['id', 'source', 'name', 'recordedOn', 'ingestedAt', 'isComplete', 'isGenerated'])
    .orderBy('name')
    .execute()

export const countPropertiesByCounty = (clickhouse: ClickHouse) =>
  clickhouse.rows<{ source: string; county_fips: string; properties: string }>(
    `select source, county_fips, sum(properties) as properties from place_counts
     where place_counts.properties > 0 group by source, county_fips order by county_fips, source`,
    {},
    { resultRows: 100_000 },
  )

export async function getRollStats(db: Db) {
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
    countActiveAndFailedImports(db, 'ROLL'),
  ])
  return {
    ...rolls,
    properties: rolls.properties ?? 0,
    importing: imports.importing,
    failedImports: imports.failed,
  }
}
