import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import type { Db } from '../../../platform/postgres/database.ts'

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

/** One roll as its import left it; undefined where there is none of this number. */
export const rollById = (db: Db, id: string) =>
  db.selectFrom('rolls').select(rollColumns).where('id', '=', Number(id)).executeTakeFirst()

/** A slice of the rolls, the last imported first; the number orders those of one instant. */
export const rollPage = (db: Db, { limit, offset }: { limit: number; offset: number }) =>
  db
    .selectFrom('rolls')
    .select(rollColumns)
    .orderBy('ingestedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

/** Every roll by its name, without its report. */
export const rollHeads = (db: Db) =>
  db.selectFrom('rolls').select(['id', 'source', 'name', 'recordedOn', 'isComplete']).orderBy('name').execute()

/** How many properties each roll has in each county. */
export const countByCounty = (clickhouse: ClickHouse) =>
  clickhouse.rows<{ source: string; county_fips: string; properties: string }>(
    `select source, county_fips, sum(properties) as properties from place_counts
     where place_counts.properties > 0 group by source, county_fips order by county_fips, source`,
    {},
    { resultRows: 100_000 },
  )
