import { toWholeSecond } from '../../../platform/clock.ts'
import { type GivenFile, inspectFile, refused } from '../../../platform/content/given-file.ts'
import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors.ts'
import { formatNumber } from '../../../platform/format.ts'
import { findRepeats, listCounties, listRepeats, stageProperties, stageTransfers } from '../intake/intake.queries.ts'
import { countOfRoll, createIntake, dropIntake, type Tables } from '../intake/tables.queries.ts'
import { takeIn } from '../intake/take-in.ts'
import type { RollSource } from '../mapping/roll.ts'
import { isoDay } from '../search/clauses.ts'
import { type Progress, readRoll, type Work } from './read-roll.ts'
import { type RejectLog, rejectLog } from './reject-log.ts'
import {
  countReason,
  notPublishedBy,
  type RollReport,
  recordedOnBy,
  type Tally,
  unplacedUsesBy,
} from './roll-report.ts'
import { type Alone, findRoll, whileImporting } from './rolls.queries.ts'
import { takenName } from './taken-name.ts'

export type ImportOptions = {
  source: RollSource
  path: string
  onProgress?: (progress: Progress) => void
  /** Reads and maps everything, and changes nothing. */
  dryRun?: boolean
  /** Loads the file even where it is the one that is loaded, as after a change of its source's declaration. */
  force?: boolean
}

/** The new rows take the place of the old ones at once and whole, or nothing changes, as by the same file again. */
export async function importRoll(services: Services, options: ImportOptions): Promise<RollReport> {
  const file = await inspectFile(options.path)
  const report = await whileImporting(services.db, options.source.source, (alone) =>
    importFile(services, options, file, alone),
  )
  if (!report) throw appError('CONFLICT', `${options.source.name} is being imported already.`)
  return report
}

async function importFile(
  services: Services,
  options: ImportOptions,
  file: GivenFile,
  alone: Alone,
): Promise<RollReport> {
  const { clickhouse } = services
  const { source } = options
  const loaded = options.force || options.dryRun ? undefined : await loadedReport(services, source, file)
  if (loaded) return loaded
  const rejects = await rejectLog()
  try {
    const tables = await createIntake(clickhouse, source.source)
    return await load(services, options, { file, tables, rejects }, alone)
  } finally {
    await dropIntake(clickhouse, source.source)
    await rejects.close()
  }
}

async function loadedReport({ db, clickhouse }: Services, { source }: RollSource, file: GivenFile) {
  const roll = await findRoll(db, source)
  if (roll?.sha256 !== file.sha256 || !roll.isComplete || roll.conflictingParcels > 0) return undefined
  if ((await countOfRoll(clickhouse, 'properties', source)) !== roll.properties) return undefined
  if ((await countOfRoll(clickhouse, 'transfers', source)) !== roll.transfers) return undefined
  // Written by `enterRoll` and `completeRoll` only.
  return { ...(roll.report as RollReport), status: 'UNCHANGED' as const }
}

async function load(services: Services, options: ImportOptions, work: Work, alone: Alone): Promise<RollReport> {
  const { clickhouse, clock, files } = services
  const { source } = options.source
  const { file, tables, rejects } = work
  const startedAt = performance.now()
  const tally = await readRoll(services, options, work)
  await rejectRepeats(services, tables, rejects, tally)
  refuseIfBarelyRead(options.source, tally.rowsRead, tally.rowsRead - rejects.count())

  const ingestedAt = toWholeSecond(clock.now())
  const recordedOn = recordedOnBy(tally) ?? isoDay(ingestedAt)
  const counties = await listCounties(clickhouse, tables)
  const taken = await takenName(services.db, options.source, counties)
  if (taken) throw refused(taken)
  await stageProperties(clickhouse, tables, { source, recordedOn, ingestedAt })
  let report = reportOf(options.source, file, tally, rejects.count())
  await alone(async (stillAlone) => {
    await stageTransfers(clickhouse, tables, { source, counties, ingestedAt })
    await takeIn(
      services,
      { source, tables, counties, recordedOn, stillAlone },
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

const reportOf = (source: RollSource, file: GivenFile, tally: Tally, rowsRejected: number): RollReport => ({
  source: source.source,
  name: source.name,
  fileName: file.name,
  sha256: file.sha256,
  status: 'CHECKED',
  recordedOn: recordedOnBy(tally),
  rowsRead: tally.rowsRead,
  rowsMapped: tally.rowsRead - rowsRejected,
  rowsRejected,
  reasons: Object.fromEntries(tally.reasons),
  rejectFile: null,
  columns: Object.fromEntries(tally.columns),
  notPublished: notPublishedBy(tally),
  unplacedUses: unplacedUsesBy(tally),
  properties: 0,
  transfers: 0,
  transfersJoined: 0,
  seconds: 0,
})

async function rejectRepeats({ clickhouse }: Services, tables: Tables, rejects: RejectLog, tally: Tally) {
  await findRepeats(clickhouse, tables)
  for (let offset = 0; ; offset += repeatsPerRead) {
    const repeats = await listRepeats(clickhouse, tables, { limit: repeatsPerRead, offset })
    for (const { line, apn, first_line, is_sale } of repeats) {
      const what = is_sale ? 'sale' : 'parcel'
      countReason(tally, `It repeats a ${what} of an earlier line.`)
      await rejects.add({ line: Number(line), key: apn, reason: `It repeats the ${what} of line ${first_line}.` })
    }
    if (repeats.length < repeatsPerRead) return
  }
}

const repeatsPerRead = 10_000

/** A file of which most rows say nothing is no such roll, or broken: what is loaded is worth more. */
function refuseIfBarelyRead({ name }: RollSource, rowsRead: number, rowsMapped: number) {
  if (rowsRead === 0) throw refused(`This file of ${name} has a header and no rows.`)
  if (rowsMapped * 2 >= rowsRead) return
  const counts = `${formatNumber(rowsMapped)} of ${formatNumber(rowsRead)}`
  throw refused(`Only ${counts} rows could be read as ${name}, so nothing was changed.`)
}
