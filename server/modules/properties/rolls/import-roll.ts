import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors.ts'
import {
  countPartition,
  createIntake,
  dropIntake,
  findRepeats,
  finishIntake,
  replacePartition,
  type Tables,
} from '../intake/intake.queries.ts'
import type { RollSource } from '../mapping/roll.ts'
import { isoDay } from '../search/clauses.ts'
import { readRoll } from './read-roll.ts'
import { type RejectLog, rejectLog } from './reject-log.ts'
import { inspectFile, type RollFile, refused } from './roll-file.ts'
import { countReason, notPublishedBy, type RollReport, recordedOnBy, type Tally } from './roll-report.ts'
import { findRoll, saveRoll, whileImporting } from './rolls.queries.ts'

/** How far an import is: rows read so far, and the share of the file, from 0 to 1. */
export type Progress = { rows: number; share: number }

export type ImportOptions = {
  source: RollSource
  path: string
  onProgress?: (progress: Progress) => void
  /** Reads and maps everything, and changes nothing. */
  dryRun?: boolean
  /** Loads the file even where it is the one that is loaded, as after a change of its source's declaration. */
  force?: boolean
}

/**
 * Imports a roll: the new rows take the place of the old ones at once and whole, or nothing changes. The same file
 * again changes nothing. The file is read in steps, so memory does not grow with it.
 */
export async function importRoll(services: Services, options: ImportOptions): Promise<RollReport> {
  const file = await inspectFile(options.path)
  const report = await whileImporting(services.db, options.source.source, () => importFile(services, options, file))
  if (!report) throw appError('CONFLICT', `${options.source.name} is being imported already.`)
  return report
}

async function importFile(services: Services, options: ImportOptions, file: RollFile): Promise<RollReport> {
  const { clickhouse } = services
  const { source } = options
  const loaded = options.force || options.dryRun ? undefined : await loadedReport(services, source, file)
  if (loaded) return loaded
  const rejects = await rejectLog()
  try {
    const tables = await createIntake(clickhouse, source.source)
    return await load(services, options, { file, tables, rejects })
  } finally {
    await dropIntake(clickhouse, source.source)
    await rejects.close()
  }
}

/** The report of the same file, where it is loaded and its rows are all there. */
async function loadedReport({ db, clickhouse }: Services, source: RollSource, file: RollFile) {
  const roll = await findRoll(db, source.source)
  if (roll?.sha256 !== file.sha256) return undefined
  if ((await countPartition(clickhouse, source.source)) !== roll.rowsMapped) return undefined
  // Written by `saveRoll` only.
  return { ...(roll.report as RollReport), status: 'UNCHANGED' as const }
}

/** One import under way. */
export type Work = { file: RollFile; tables: Tables; rejects: RejectLog }

async function load(services: Services, options: ImportOptions, { file, tables, rejects }: Work): Promise<RollReport> {
  const { clickhouse, db, files, clock } = services
  const { source } = options
  const startedAt = performance.now()
  const tally = await readRoll(services, options, { file, tables, rejects })
  await rejectRepeats(services, tables, rejects, tally)
  const rowsMapped = tally.rowsRead - rejects.count()
  refuseIfBarelyRead(source, tally.rowsRead, rowsMapped)

  const ingestedAt = new Date(Math.floor(clock.now().getTime() / 1000) * 1000)
  const recordedOn = recordedOnBy(tally)
  const report: RollReport = {
    source: source.source,
    name: source.name,
    fileName: file.name,
    sha256: file.sha256,
    status: options.dryRun ? 'CHECKED' : 'LOADED',
    recordedOn,
    rowsRead: tally.rowsRead,
    rowsMapped,
    rowsRejected: rejects.count(),
    reasons: Object.fromEntries(tally.reasons),
    rejectFile: null,
    columns: Object.fromEntries(tally.columns),
    notPublished: notPublishedBy(source),
    seconds: 0,
  }
  await finishIntake(clickhouse, tables, {
    source: source.source,
    recordedOn: recordedOn ?? isoDay(ingestedAt),
    ingestedAt,
  })
  if (!options.dryRun) {
    report.rejectFile = await rejects.keep(files, `rolls/${source.source}/${file.sha256.slice(0, 12)}-rejects.csv`)
    await replacePartition(clickhouse, 'properties', source.source)
  }
  report.seconds = Math.round((performance.now() - startedAt) / 10) / 100
  // Rows before their entry: killed in between, the next import finds another file entered, and loads this one again.
  if (!options.dryRun) await saveRoll(db, { ...entryOf(source, report), ingestedAt }, report)
  return report
}

const entryOf = (source: RollSource, report: RollReport) => ({
  source: source.source,
  name: source.name,
  countyFips: [source.countyFips],
  recordedOn: report.recordedOn,
  fileName: report.fileName,
  sha256: report.sha256,
  rowsRead: report.rowsRead,
  rowsMapped: report.rowsMapped,
  rowsRejected: report.rowsRejected,
  rejectFile: report.rejectFile,
  isGenerated: false,
})

/** Adds the lines that repeat a parcel to the rejects; the first of them counts. */
async function rejectRepeats({ clickhouse }: Services, tables: Tables, rejects: RejectLog, tally: Tally) {
  for (let offset = 0; ; offset += repeatsPerRead) {
    const repeats = await findRepeats(clickhouse, tables, { limit: repeatsPerRead, offset })
    for (const { line, apn, first_line } of repeats) {
      countReason(tally, 'It repeats a parcel of an earlier line.')
      await rejects.add({ line: Number(line), key: apn, reason: `It repeats the parcel of line ${first_line}.` })
    }
    if (repeats.length < repeatsPerRead) return
  }
}

const repeatsPerRead = 10_000

/** A file of which most rows say nothing is no such roll, or broken: what is loaded is worth more. */
function refuseIfBarelyRead({ name }: RollSource, rowsRead: number, rowsMapped: number) {
  if (rowsRead === 0) throw refused(`This file of ${name} has a header and no rows.`)
  if (rowsMapped * 2 >= rowsRead) return
  const counts = `${rowsMapped.toLocaleString('en-US')} of ${rowsRead.toLocaleString('en-US')}`
  throw refused(`Only ${counts} rows could be read as ${name}, so nothing was changed.`)
}
