import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { type InputFile, inspectFile, unprocessable } from '../../../platform/files/content/input-file.ts'
import { toWholeSecond } from '../../../platform/util/clock.ts'
import { formatNumber } from '../../../platform/util/format.ts'
import type { RollSource } from '../mapping/roll.ts'
import { toIsoDay } from '../search/compile/clauses.ts'
import {
  listCounties,
  listDuplicates,
  recordDuplicates,
  stageProperties,
  stageTransfers,
} from './ingest/ingest.queries.ts'
import { ingestRoll } from './ingest/ingest-roll.ts'
import {
  countRollRows,
  createIngestTables,
  dropIngestTables,
  type IngestTables,
} from './ingest/ingest-tables.queries.ts'
import { findNameConflict } from './name-conflict.ts'
import { type ImportResources, type Progress, readRoll } from './read/read-roll.ts'
import { createRejectLog, type RejectLog } from './reject-log.ts'
import {
  countReason,
  inferRecordedOn,
  listUnplacedUses,
  listUnpublishedColumns,
  type RollReport,
  type Tally,
} from './roll-report.ts'
import { findRoll, type WithStoreLock, withImportLock } from './rolls.queries.ts'

export type ImportOptions = {
  source: RollSource
  path: string
  onProgress?: (progress: Progress) => void
  /** Reads and maps everything without changing anything. */
  dryRun?: boolean
  /** Loads the file even when it is already loaded, for example after its source's declaration changed. */
  force?: boolean
}

/** Replaces the roll's rows atomically. Does nothing when the same file is already loaded. */
export async function importRoll(services: Services, options: ImportOptions): Promise<RollReport> {
  const file = await inspectFile(options.path)
  const report = await withImportLock(services.db, options.source.source, (withStoreLock) =>
    importFile(services, options, file, withStoreLock),
  )
  if (!report) throw appError('CONFLICT', `${options.source.name} is being imported already.`)
  return report
}

async function importFile(
  services: Services,
  options: ImportOptions,
  file: InputFile,
  withStoreLock: WithStoreLock,
): Promise<RollReport> {
  const { clickhouse } = services
  const { source } = options
  const loaded = options.force || options.dryRun ? undefined : await findLoadedReport(services, source, file)
  if (loaded) return loaded
  const rejects = await createRejectLog()
  try {
    const tables = await createIngestTables(clickhouse, source.source)
    return await loadRoll(services, options, { file, tables, rejects }, withStoreLock)
  } finally {
    await dropIngestTables(clickhouse, source.source)
    await rejects.close()
  }
}

async function findLoadedReport({ db, clickhouse }: Services, { source }: RollSource, file: InputFile) {
  const roll = await findRoll(db, source)
  if (roll?.sha256 !== file.sha256 || !roll.isComplete || roll.conflictingParcels > 0) return undefined
  if ((await countRollRows(clickhouse, 'properties', source)) !== roll.properties) return undefined
  if ((await countRollRows(clickhouse, 'transfers', source)) !== roll.transfers) return undefined
  // Written only by `upsertRoll` and `completeRoll`.
  return { ...(roll.report as RollReport), status: 'UNCHANGED' as const }
}

async function loadRoll(
  services: Services,
  options: ImportOptions,
  work: ImportResources,
  withStoreLock: WithStoreLock,
): Promise<RollReport> {
  const { clickhouse, clock, files } = services
  const { source } = options.source
  const { file, tables, rejects } = work
  const startedAt = performance.now()
  const tally = await readRoll(services, options, work)
  await rejectDuplicates(services, tables, rejects, tally)
  requireMostRowsMapped(options.source, tally.rowsRead, tally.rowsRead - rejects.count())

  const ingestedAt = toWholeSecond(clock.now())
  const recordedOn = inferRecordedOn(tally) ?? toIsoDay(ingestedAt)
  const counties = await listCounties(clickhouse, tables)
  const conflict = await findNameConflict(services.db, options.source, counties)
  if (conflict) throw unprocessable(conflict)
  await stageProperties(clickhouse, tables, { source, recordedOn, ingestedAt })
  let report = buildReport(options.source, file, tally, rejects.count())
  await withStoreLock(async (checkStoreLock) => {
    await stageTransfers(clickhouse, tables, { source, counties, ingestedAt })
    await ingestRoll(
      services,
      { source, tables, counties, recordedOn, checkStoreLock },
      async ({ properties, transfers, transfersJoined }) => {
        const seconds = Math.round((performance.now() - startedAt) / 10) / 100
        report = { ...report, properties, transfers, transfersJoined, seconds }
        if (options.dryRun) return undefined
        const rejectFile = await rejects.keep(files, `rolls/${source}/${file.sha256.slice(0, 12)}-rejects.csv`)
        report = { ...report, status: 'LOADED', rejectFile }
        return { roll: { ingestedAt, isGenerated: false }, report }
      },
    )
  })
  return report
}

const buildReport = (source: RollSource, file: InputFile, tally: Tally, rowsRejected: number): RollReport => ({
  source: source.source,
  name: source.name,
  fileName: file.name,
  sha256: file.sha256,
  status: 'CHECKED',
  recordedOn: inferRecordedOn(tally),
  rowsRead: tally.rowsRead,
  rowsMapped: tally.rowsRead - rowsRejected,
  rowsRejected,
  reasons: Object.fromEntries(tally.reasons),
  rejectFile: null,
  columns: Object.fromEntries(tally.columns),
  notPublished: listUnpublishedColumns(tally),
  unplacedUses: listUnplacedUses(tally),
  properties: 0,
  transfers: 0,
  transfersJoined: 0,
  seconds: 0,
})

async function rejectDuplicates({ clickhouse }: Services, tables: IngestTables, rejects: RejectLog, tally: Tally) {
  await recordDuplicates(clickhouse, tables)
  for (let offset = 0; ; offset += duplicatesPerRead) {
    const duplicates = await listDuplicates(clickhouse, tables, { limit: duplicatesPerRead, offset })
    for (const { line, apn, first_line, is_sale } of duplicates) {
      const what = is_sale ? 'sale' : 'parcel'
      countReason(tally, `It repeats a ${what} of an earlier line.`)
      await rejects.add({ line: Number(line), key: apn, reason: `It repeats the ${what} of line ${first_line}.` })
    }
    if (duplicates.length < duplicatesPerRead) return
  }
}

const duplicatesPerRead = 10_000

/** A file in which most rows cannot be mapped is another roll or broken, so the loaded rows are kept. */
function requireMostRowsMapped({ name }: RollSource, rowsRead: number, rowsMapped: number) {
  if (rowsRead === 0) throw unprocessable(`This file of ${name} has a header and no rows.`)
  if (rowsMapped * 2 >= rowsRead) return
  const counts = `${formatNumber(rowsMapped)} of ${formatNumber(rowsRead)}`
  throw unprocessable(`Only ${counts} rows could be read as ${name}, so nothing was changed.`)
}
