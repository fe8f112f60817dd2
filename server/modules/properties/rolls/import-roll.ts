import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { unprocessable } from '../../../platform/files/content/input-file.ts'
import { toWholeSecond } from '../../../platform/util/clock.ts'
import { listLocatedCounties } from '../places/gazetteer/gazetteer.queries.ts'
import { locateAddresses } from '../places/gazetteer/match/locate.queries.ts'
import { toIsoDay } from '../search/compile/clauses.ts'
import { compileSource } from '../sources/compile/compile-source.ts'
import type { RollSource } from '../sources/mapping/roll.ts'
import { listCounties, stageProperties, stageTransfers } from './ingest/ingest.queries.ts'
import { ingestRoll, type StagedRoll } from './ingest/ingest-roll.ts'
import {
  countRollRows,
  createIngestTables,
  dropIngestTables,
  type IngestTables,
} from './ingest/ingest-tables.queries.ts'
import { rejectDuplicates } from './ingest/reject-duplicates.ts'
import { describeTooFewRows, requireMostRowsMapped } from './ingest/too-few-rows.ts'
import { findNameConflict } from './name-conflict.ts'
import { mergePieces } from './outlines/merge-pieces.ts'
import { stageOutlines } from './outlines/stage-outlines.queries.ts'
import { type ImportInput, inspectFiles } from './read/inspect-files.ts'
import { type ImportResources, type Progress, type ReadRoll, readRoll } from './read/read-roll.ts'
import { createRejectLog, type RejectLog, removeOtherRejects, toRejectsKey } from './reject-log.ts'
import {
  inferRecordedOn,
  listUnplacedUses,
  listUnpublishedColumns,
  type RollReport,
  type Tally,
} from './roll-report.ts'
import { findRoll, type WithStoreLock, withImportLock } from './rolls.queries.ts'
import { recordVersion, type VersionOrigin } from './versions/record-version.ts'
import { interruptVersions } from './versions/versions.queries.ts'

/** A roll whose rows are read and no more; its tables are dropped afterwards. */
export type CheckedRoll = {
  tables: IngestTables
  rejects: RejectLog
  report: RollReport
  read: ReadRoll
  seconds: number
  /** Why an import would refuse the file; null when it would not. */
  tooFewRows: string | null
}

export type ImportOptions = {
  document: SourceDocument
  /** Of the stored source; 0 for one that is not stored. */
  version?: number
  /** The paths of the files by their ids in the document. */
  files: Readonly<Record<string, string>>
  /** What it throws ends the import, which changes nothing. */
  onProgress?: (progress: Progress) => void
  /** Called once the file is read, before anything that others see changes; what it throws ends the import. */
  beforeChange?: () => Promise<void>
  /** Instead of importing: gets all rows as they were read. Nothing that others see changes. */
  check?: (roll: CheckedRoll) => Promise<void>
  /** Reads and maps everything without changing anything. */
  dryRun?: boolean
  /** Loads the file even when it is already loaded with this version of the source. */
  force?: boolean
  /** Loads a file of other counties than the loaded one of the source, whose rows it replaces. */
  replacesCounties?: boolean
  /** How it came about; by shell unless it says so. */
  origin?: VersionOrigin
  /** Lets a file that looks worse than the loaded one wait for a decision instead of loading it. */
  isGuarded?: boolean
}

/** The files of an import that has only the source's first file. */
export const toFiles = ({ files: [main] }: SourceDocument, path: string): Record<string, string> =>
  main ? { [main.id]: path } : {}

/**
 * Replaces the roll's rows atomically. Does nothing when the same files are already loaded with this version of the
 * source. Throws UNPROCESSABLE with what to do for a source or files that cannot be used.
 */
export async function importRoll(services: Services, options: ImportOptions): Promise<RollReport> {
  const { document, version = 0, files, ...choices } = options
  const work: ImportWork = {
    ...choices,
    source: compileSource(document),
    version,
    input: await inspectFiles(document, files),
  }
  const report = await withImportLock(services.db, document.source, (withStoreLock) =>
    importFile(services, work, withStoreLock),
  )
  if (!report) throw appError('CONFLICT', `${document.name} is being imported already.`)
  return report
}

/** What an import works on: the compiled source, and the files, which together have one name and fingerprint. */
type ImportWork = Pick<
  ImportOptions,
  'onProgress' | 'beforeChange' | 'check' | 'dryRun' | 'force' | 'replacesCounties' | 'origin' | 'isGuarded'
> & {
  source: RollSource
  version: number
  input: ImportInput
}

async function importFile(services: Services, work: ImportWork, withStoreLock: WithStoreLock): Promise<RollReport> {
  const { clickhouse } = services
  const { source } = work
  const loaded = work.force || work.dryRun || work.check ? undefined : await findLoadedReport(services, work)
  if (loaded) return loaded
  const rejects = await createRejectLog()
  try {
    const tables = await createIngestTables(clickhouse, source.source)
    return await loadRoll(services, work, { files: work.input.files, tables, rejects }, withStoreLock)
  } finally {
    await dropIngestTables(clickhouse, source.source)
    if (!work.dryRun && !work.check) await interruptVersions(services.db, source.source, work.origin?.acceptedId)
    await rejects.close()
  }
}

async function findLoadedReport({ db, clickhouse }: Services, work: ImportWork) {
  const { version, input, isGuarded } = work
  const { source } = work.source
  const roll = await findRoll(db, source)
  if (roll?.sha256 !== input.sha256 || !roll.isComplete) return undefined
  // Refreshes of two rolls would take the same parcels from each other again and again.
  if (roll.conflictingParcels > 0 && !isGuarded) return undefined
  if (roll.sourceVersion !== version) return undefined
  if ((await countRollRows(clickhouse, 'properties', source)) !== roll.properties) return undefined
  if ((await countRollRows(clickhouse, 'transfers', source)) !== roll.transfers) return undefined
  // Written only by `upsertRoll` and `completeRoll`.
  return { ...(roll.report as RollReport), status: 'UNCHANGED' as const }
}

async function loadRoll(
  services: Services,
  work: ImportWork,
  resources: ImportResources,
  withStoreLock: WithStoreLock,
): Promise<RollReport> {
  const { clickhouse, clock, files } = services
  const { source } = work.source
  const { tables, rejects } = resources
  const startedAt = performance.now()
  const read = await readRoll(services, { ...work, countsMatches: Boolean(work.check) }, resources)
  const { tally, header } = read
  const rowsMerged = await mergePieces(clickhouse, tables)
  const rowsOfEarlierYears = await rejectDuplicates(services, tables, rejects, read)
  const counted = { rowsRead: tally.rowsRead, rowsRejected: rejects.count(), rowsOfEarlierYears, rowsMerged }
  if (work.check) {
    const report = buildReport(work, tally, rejects.count())
    const tooFewRows = describeTooFewRows(work.source, counted)
    await work.check({ tables, rejects, report, read, tooFewRows, seconds: getSeconds(startedAt) })
    return report
  }
  requireMostRowsMapped(work.source, counted)
  const ingestedAt = toWholeSecond(clock.now())
  const recordedOn = inferRecordedOn(tally) ?? toIsoDay(ingestedAt)
  const counties = await listCounties(clickhouse, tables)
  const conflict = work.replacesCounties
    ? undefined
    : await findNameConflict(services.db, work.source.document, counties)
  if (conflict) throw unprocessable(conflict)
  await locateIncoming(services, tables, counties)
  await stageProperties(clickhouse, tables, { source, recordedOn, ingestedAt })
  await stageOutlines(clickhouse, tables, source)
  let report = buildReport(work, tally, rejects.count())
  await withStoreLock(async (checkStoreLock) => {
    await work.beforeChange?.()
    await stageTransfers(clickhouse, tables, { source, counties, ingestedAt })
    await ingestRoll(services, { source, tables, counties, recordedOn, checkStoreLock }, async (staged) => {
      const { properties, transfers, transfersJoined } = staged
      const seconds = getSeconds(startedAt)
      report = { ...report, properties, transfers, transfersJoined, seconds }
      if (work.dryRun) return undefined
      const version = await recordStagedVersion(services, work, { report, header, tables, staged })
      report = { ...report, changes: version.changes }
      if (version.reasons.length > 0) {
        report = { ...report, status: 'WAITING', doubts: version.reasons }
        return undefined
      }
      const rejectFile = await rejects.keep(files, toRejectsKey(source, work.input.sha256))
      report = { ...report, status: 'LOADED', rejectFile }
      const roll = { ingestedAt, isGenerated: false, sourceVersion: work.version }
      return { roll, report, complete: version.complete }
    })
  })
  if (report.status === 'LOADED') await removeOtherRejects(files, source, report.rejectFile)
  return report
}

/** Finds positions for rows without coordinates in counties with a gazetteer. */
async function locateIncoming({ clickhouse, db }: Services, tables: IngestTables, listed: readonly string[]) {
  const counties = await listLocatedCounties(db, listed)
  if (counties.length === 0) return
  const condition = `isNull(row.lat) and row.line not in (select line from ${tables.silent})`
  await locateAddresses(clickhouse, tables, { from: tables.intake, condition, counties })
}

type StagedImport = Pick<ImportResources, 'tables'> & {
  report: RollReport
  header: readonly string[]
  staged: StagedRoll
}

const recordStagedVersion = (
  services: Services,
  { source, version, input, origin = { trigger: 'SHELL' }, isGuarded = false }: ImportWork,
  { report, header, tables, staged }: StagedImport,
) =>
  recordVersion(services, {
    ...{ report, header, origin, isGuarded },
    source: { document: source.document, version },
    files: input.files,
    staged: { properties: staged.incomingProperties, transfers: tables.transfers },
  })

const buildReport = ({ source, input }: ImportWork, tally: Tally, rowsRejected: number): RollReport => ({
  source: source.source,
  name: source.name,
  fileName: input.fileName,
  sha256: input.sha256,
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

const getSeconds = (startedAt: number) => Math.round((performance.now() - startedAt) / 10) / 100
