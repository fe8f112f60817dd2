import type { GazetteerKind } from '@dooryard/contract/data/gazetteers'
import type { Services } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import { type InputFile, inspectFile, unprocessable } from '../../../../platform/files/content/input-file.ts'
import { createBatchLoader } from '../../../../platform/files/native/batch-loader.ts'
import { formatNumber } from '../../../../platform/util/format.ts'
import { relocateRolls } from '../../rolls/ingest/relocate-rolls.ts'
import { swapTables } from '../../rolls/ingest/swap.queries.ts'
import { withImportLock } from '../../rolls/rolls.queries.ts'
import { bumpDataVersion } from '../../search/data-version.queries.ts'
import { isCounty } from '../country.ts'
import { getCountyName } from '../county-names.ts'
import {
  createGazetteerTables,
  dropGazetteerTables,
  type GazetteerTables,
  pointColumns,
  rangeColumns,
  stageGazetteer,
  upsertGazetteer,
} from './gazetteer.queries.ts'
import { collectRows, type Tally } from './read/collect-rows.ts'
import { readAddressPoint, readStreetRanges } from './read/gazetteer-rows.ts'

export type LoadGazetteerOptions = {
  countyFips: string
  kind: GazetteerKind
  path: string
  /** The name by which the file is listed, if it is not that of its path. */
  fileName?: string
  onProgress?: ((at: { rows: number; share: number }) => void) | undefined
  signal?: AbortSignal | undefined
}

/** `located` counts the county's properties whose position was found by address. */
export type LoadedGazetteer = Tally & { entries: number; located: number }

/**
 * Replaces the gazetteer of this kind in a county, then finds the positions of its loaded properties anew. Can be
 * repeated after an interruption. Throws UNPROCESSABLE for a file without any usable row, which changes nothing.
 */
export async function loadGazetteer(services: Services, options: LoadGazetteerOptions): Promise<LoadedGazetteer> {
  const { countyFips, kind } = options
  requireCounty(countyFips)
  const file = await inspectFile(options.path)
  const loaded = await withImportLock(
    services.db,
    `gazetteer-${countyFips}-${kind.toLowerCase()}`,
    async (withLock) => {
      const tables = await createGazetteerTables(services.clickhouse, kind, countyFips)
      try {
        const tally = await readRows(services, file, tables, options)
        if (tally.rowsTaken === 0) throw unprocessable(getRejectionMessage(tally))
        const entries = await stageGazetteer(services.clickhouse, tables, countyFips)
        const located = await withLock(async (checkStoreLock) => {
          const swap = { table: tables.table, from: tables.staging, counties: [countyFips] }
          await swapTables(services.clickhouse, [swap], checkStoreLock)
          return relocateRolls(services, countyFips, checkStoreLock)
        })
        const { sha256, name } = file
        const fileName = options.fileName ?? name
        const loadedAt = services.clock.now()
        await upsertGazetteer(services.db, { countyFips, kind, fileName, sha256, entries, located, loadedAt })
        await bumpDataVersion(services.db)
        return { ...tally, entries, located }
      } finally {
        await dropGazetteerTables(services.clickhouse, tables)
      }
    },
  )
  if (!loaded) throw appError('CONFLICT', `A gazetteer of ${getCountyName(countyFips)} is being loaded already.`)
  return loaded
}

export function requireCounty(countyFips: string): void {
  if (!isCounty(countyFips))
    throw unprocessable(`${JSON.stringify(countyFips)} is not a county: give the five digits of its FIPS code.`)
}

async function readRows(
  { clickhouse, files }: Services,
  file: InputFile,
  { intake }: GazetteerTables,
  given: LoadGazetteerOptions,
): Promise<Tally> {
  const options = { ...given, files }
  return options.kind === 'POINTS'
    ? collectRows(file, await createBatchLoader(clickhouse, intake, pointColumns), readAddressPoint, options)
    : collectRows(file, await createBatchLoader(clickhouse, intake, rangeColumns), readStreetRanges, options)
}

function getRejectionMessage({ rowsRead, rejected: [first] }: Tally): string {
  if (!first) return 'The file has no rows under its header.'
  return `None of its ${formatNumber(rowsRead)} rows can be used. Line ${first.line}: ${first.reason}`
}
