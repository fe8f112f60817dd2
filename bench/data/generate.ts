import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildKeySlices } from '../../server/modules/properties/rolls/ingest/ingest-tables.queries.ts'
import { insertAddresses } from '../../server/modules/properties/rolls/ingest/stage-derived.queries.ts'
import { insertSales } from '../../server/modules/properties/transfers/sale-table.queries.ts'
import type { ClickHouse } from '../../server/platform/clickhouse/client.ts'
import type { Services } from '../../server/platform/context.ts'
import { distributeRows, type Zip, type ZipShare } from './geography.ts'
import { propertySql } from './property-sql.ts'
import { transferSql } from './transfer-sql.ts'

/** ClickHouse writes two inserts at a time. */
const writers = 2

/** One insert, and one part of each partition: about ten seconds of work, which an interruption waits for. */
const rowsPerInsert = 2_000_000

type GenerateOptions = {
  seed: number
  /** The ZIPs that get rows; all by default. */
  isAmong?: (zip: Zip) => boolean
  onProgress: (done: number) => void
  signal: AbortSignal
}

/**
 * Fills the property store with generated properties and their transfers, inside the store: every ZIP of the country,
 * owners with one or many parcels, and values, loans and signals as unevenly distributed and as often unknown as in
 * county datasets. One source per county, and one of sales. Deterministic for the same seed and rows.
 */
export async function generate(
  clickhouse: ClickHouse,
  rows: number,
  { seed, isAmong, onProgress, signal }: GenerateOptions,
): Promise<void> {
  const zips = toChunks(distributeRows(rows, { seed, isAmong }))
  await loadZips(clickhouse, zips)
  const chunks = Map.groupBy(zips, ({ chunk }) => chunk)
  const queue = [...chunks].map(([chunk, its]) => ({ chunk, rows: its.reduce((sum, zip) => sum + zip.rows, 0) }))
  // The largest first, so that both writers finish together.
  queue.sort((a, b) => b.rows - a.rows)
  let done = 0
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      signal.throwIfAborted()
      await clickhouse.run(propertySql(next.chunk, seed))
      await clickhouse.run(transferSql(next.chunk))
      done += next.rows
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: writers }, work))
  await clickhouse.run('drop table bench_zips sync')
  await deriveSales(clickhouse, rows)
  for (const slice of buildKeySlices(rows, rowsPerInsert))
    await clickhouse.run(insertAddresses('addresses', 'properties', slice('property_id')))
  await countPlaces(clickhouse)
}

/** Merges deeds into sales, as the import of a county dataset does. */
async function deriveSales(clickhouse: ClickHouse, rows: number): Promise<void> {
  for (const slice of buildKeySlices(rows, rowsPerInsert))
    await clickhouse.run(insertSales('sales', `select * from transfers where ${slice('property_id')}`))
}

/** Records the bounds of all places, as every import does. */
export async function countPlaces(clickhouse: ClickHouse): Promise<void> {
  const edges = 'min(lat), max(lat), min(lng), max(lng)'
  await clickhouse.run(`insert into place_counts select source, state, county_fips, zip, city, count(), ${edges}
    from properties group by source, state, county_fips, zip, city`)
  await clickhouse.run(`insert into place_counts select source, state, county_fips, '', '', 0, ${edges}
    from transfers group by source, state, county_fips`)
}

const generated = {
  recordedOn: null,
  ingestedAt: new Date('2026-11-01T00:00:00Z'),
  fileName: '',
  sha256: '',
  rowsRejected: 0,
  isGenerated: true,
  isComplete: true,
  changedAt: new Date('2026-11-01T00:00:00Z'),
  report: '{}',
}

/** Inserts the generated county datasets as loaded, because searches use the known locations of datasets. */
export async function insertRolls({ clickhouse, db }: Pick<Services, 'clickhouse' | 'db'>): Promise<void> {
  const rolls = await clickhouse.rows<{ source: string; counties: string[]; properties: string }>(
    `select source, groupUniqArray(county_fips) as counties, sum(properties) as properties from place_counts
      group by source`,
  )
  for (const { source, counties, properties } of rolls) {
    const rows = Number(properties)
    const roll = { source, name: source, countyFips: counties, properties: rows, rowsRead: rows, rowsMapped: rows }
    await db
      .insertInto('rolls')
      .values({ ...roll, ...generated })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

type ChunkedZip = ZipShare & { chunk: number }

/** Groups consecutive ZIPs into chunks, one insert each. */
function toChunks(zips: readonly ZipShare[]): ChunkedZip[] {
  let chunk = 0
  let rows = 0
  return zips.map((zip) => {
    if (rows + zip.rows > rowsPerInsert) {
      chunk += 1
      rows = 0
    }
    rows += zip.rows
    return { ...zip, chunk }
  })
}

async function loadZips(clickhouse: ClickHouse, zips: readonly ChunkedZip[]): Promise<void> {
  await clickhouse.run('drop table if exists bench_zips sync')
  await clickhouse.run(`create table bench_zips
    (state String, county String, zip String, city String, lat Float64, lng Float64, rows UInt32,
      chunk UInt32) engine = MergeTree order by (chunk, county, zip)`)
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-bench-zips-'))
  try {
    const file = join(folder, 'zips.tsv')
    const lines = zips.map(({ state, county, zip, city, lat, lng, rows, chunk }) =>
      [state, county, zip, city, lat, lng, rows, chunk].join('\t'),
    )
    await writeFile(file, `${lines.join('\n')}\n`)
    const columns = ['state', 'county', 'zip', 'city', 'lat', 'lng', 'rows', 'chunk']
    await clickhouse.insertFile('bench_zips', columns, file, 'TabSeparated')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
