import { createHash } from 'node:crypto'
import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors.ts'
import {
  createIntake,
  createStaging,
  dropIntake,
  dropStaging,
  finishIntake,
  replacePartition,
} from '../intake/intake.queries.ts'
import { deriveRow, intakeColumns, intakeLine } from '../intake/intake-row.ts'
import { type TsvLoader, tsvLoader } from '../intake/tsv-loader.ts'
import type { Progress } from '../rolls/import-roll.ts'
import type { RollReport } from '../rolls/roll-report.ts'
import { saveRoll, whileImporting } from '../rolls/rolls.queries.ts'
import { demo } from '../sources/demo.ts'
import { contactColumns, contactLines, transferColumns, transferLines } from './demo-rows.ts'
import { generateDemo } from './generate.ts'
import { demoCounties } from './places.ts'

export type DemoOptions = { rows?: number; onProgress?: (progress: Progress) => void }

const side = { transfers: transferColumns, contacts: contactColumns } as const
const sideTables = ['transfers', 'contacts'] as const

/** Generates the demo's properties, deeds and contacts and puts them in place of what was there of it. */
export async function loadDemo(
  services: Services,
  options: DemoOptions = {},
): Promise<{ rows: number; seconds: number }> {
  const startedAt = performance.now()
  const done = await whileImporting(services.db, demo.source, () => load(services, options, startedAt))
  if (!done) throw appError('CONFLICT', `${demo.name} are being loaded already.`)
  return done
}

async function load(services: Services, { rows = demo.rows, onProgress }: DemoOptions, startedAt: number) {
  const { clickhouse, db, clock } = services
  const ingestedAt = new Date(Math.floor(clock.now().getTime() / 1000) * 1000)
  try {
    const tables = await createIntake(clickhouse, demo.source)
    for (const table of sideTables) await createStaging(clickhouse, table, demo.source)
    await fill(services, rows, ingestedAt, onProgress)
    await finishIntake(clickhouse, tables, { source: demo.source, recordedOn: demo.recordedOn, ingestedAt })
    // What belongs to properties before the properties themselves: whoever sees one finds the rest.
    for (const table of [...sideTables, 'properties']) await replacePartition(clickhouse, table, demo.source)
    const seconds = Math.round((performance.now() - startedAt) / 10) / 100
    const report = reportOf(rows, seconds)
    await saveRoll(db, { ...entryOf(report), ingestedAt }, report)
    return { rows, seconds }
  } finally {
    await dropIntake(clickhouse, demo.source)
    for (const table of sideTables) await dropStaging(clickhouse, table, demo.source)
  }
}

const rowsPerTurn = 2_000

async function fill({ clickhouse }: Services, rows: number, ingestedAt: Date, onProgress: DemoOptions['onProgress']) {
  const properties = await tsvLoader(clickhouse, `properties_intake_${demo.source}`, intakeColumns)
  const transfers = await tsvLoader(clickhouse, `transfers_staging_${demo.source}`, side.transfers)
  const contacts = await tsvLoader(clickhouse, `contacts_staging_${demo.source}`, side.contacts)
  const loaders = [properties, transfers, contacts]
  let line = 0
  try {
    for (const property of generateDemo(rows)) {
      line += 1
      const row = deriveRow(property.facts)
      await addAll(properties, [intakeLine(row, line)])
      await addAll(transfers, transferLines(property, row, ingestedAt))
      await addAll(contacts, contactLines(property, row, ingestedAt))
      if (line % rowsPerTurn === 0) {
        onProgress?.({ rows: line, share: line / rows })
        // The portal answers while its demo is being made.
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    for (const loader of loaders) await loader.end()
  } finally {
    for (const loader of loaders) await loader.close()
  }
}

async function addAll({ add }: TsvLoader, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const full = add(line)
    if (full) await full
  }
}

const fingerprint = (rows: number) => createHash('sha256').update(`${demo.seed}:${rows}`).digest('hex')

const reportOf = (rows: number, seconds: number): RollReport => ({
  source: demo.source,
  name: demo.name,
  fileName: 'generated',
  sha256: fingerprint(rows),
  status: 'LOADED',
  recordedOn: demo.recordedOn,
  rowsRead: rows,
  rowsMapped: rows,
  rowsRejected: 0,
  reasons: {},
  rejectFile: null,
  columns: {},
  notPublished: [],
  seconds,
})

const entryOf = (report: RollReport) => ({
  source: report.source,
  name: report.name,
  countyFips: demoCounties.map(({ fips }) => fips).sort(),
  recordedOn: report.recordedOn,
  fileName: report.fileName,
  sha256: report.sha256,
  rowsRead: report.rowsRead,
  rowsMapped: report.rowsMapped,
  rowsRejected: 0,
  rejectFile: null,
  isGenerated: true,
})
