import { createHash } from 'node:crypto'
import { type BlockLoader, blockLoader } from '../../../platform/blocks/block-loader.ts'
import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors.ts'
import { stageProperties } from '../intake/intake.queries.ts'
import { deriveRow, intakeColumns } from '../intake/intake-row.ts'
import { createIntake, createStaging, dropIntake, dropTable, type Tables } from '../intake/tables.queries.ts'
import { type Staged, takeIn } from '../intake/take-in.ts'
import type { Progress } from '../rolls/read-roll.ts'
import type { RollReport } from '../rolls/roll-report.ts'
import { type Alone, whileImporting } from '../rolls/rolls.queries.ts'
import { demo } from '../sources/demo.ts'
import { contactColumns, contactsOf, transferColumns, transfersOf } from './demo-rows.ts'
import { generateDemo } from './generate.ts'
import { demoCounties } from './places.ts'

const counties = demoCounties.map(({ fips }) => fips).sort()

type Stores = Pick<Services, 'clickhouse' | 'db' | 'clock'>

export type DemoOptions = { rows?: number; onProgress?: (progress: Progress) => void }

/** Generates the demo's properties, deeds and contacts and puts them in place of what was there of it. */
export async function loadDemo(
  services: Stores,
  options: DemoOptions = {},
): Promise<{ rows: number; seconds: number }> {
  const startedAt = performance.now()
  const done = await whileImporting(services.db, demo.source, (alone) => load(services, options, startedAt, alone))
  if (!done) throw appError('CONFLICT', `${demo.name} are being loaded already.`)
  return done
}

async function load(services: Stores, { rows = demo.rows, onProgress }: DemoOptions, startedAt: number, alone: Alone) {
  const { clickhouse, clock } = services
  const { source, recordedOn } = demo
  const ingestedAt = new Date(Math.floor(clock.now().getTime() / 1000) * 1000)
  let seconds = 0
  const contacts = await createStaging(clickhouse, 'contacts', source)
  try {
    const tables = await createIntake(clickhouse, source)
    await fill(clickhouse, { ...tables, contacts }, rows, ingestedAt, onProgress)
    await stageProperties(clickhouse, tables, { source, recordedOn, ingestedAt })
    const staged = { source, tables, counties, recordedOn, sides: [{ table: 'contacts', from: contacts }] as const }
    await alone((stillAlone) =>
      takeIn(services, { ...staged, stillAlone }, async (counts) => {
        seconds = Math.round((performance.now() - startedAt) / 10) / 100
        const report = reportOf(rows, counts, seconds)
        return { roll: { ...entryOf(report), ingestedAt }, report }
      }),
    )
    return { rows, seconds }
  } finally {
    await dropIntake(clickhouse, source)
    await dropTable(clickhouse, contacts)
  }
}

const rowsPerTurn = 2_000

async function fill(
  clickhouse: Services['clickhouse'],
  tables: Tables & { contacts: string },
  rows: number,
  ingestedAt: Date,
  onProgress: DemoOptions['onProgress'],
) {
  const properties = await blockLoader(clickhouse, tables.intake, intakeColumns)
  const transfers = await blockLoader(clickhouse, tables.transfers, transferColumns)
  const contacts = await blockLoader(clickhouse, tables.contacts, contactColumns)
  const loaders = [properties, transfers, contacts]
  let line = 0
  try {
    for (const property of generateDemo(rows)) {
      line += 1
      const row = deriveRow(property.facts, line)
      await addAll(properties, [row])
      await addAll(transfers, transfersOf(property, row, ingestedAt))
      await addAll(contacts, contactsOf(property, row, ingestedAt))
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

async function addAll<Row>({ add }: BlockLoader<Row>, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const full = add(row)
    if (full) await full
  }
}

const fingerprint = (rows: number) => createHash('sha256').update(`${demo.seed}:${rows}`).digest('hex')

/** The contacts of the demo's owners, as a source of contacts. */
export const contactSourceOfDemo = {
  source: demo.source,
  name: 'Generated demo contacts',
  sha256: fingerprint(demo.rows),
}

const reportOf = (rows: number, { properties, transfers, transfersJoined }: Staged, seconds: number): RollReport => ({
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
  unplacedUses: [],
  properties,
  transfers,
  transfersJoined,
  seconds,
})

const entryOf = (report: RollReport) => ({
  source: report.source,
  name: report.name,
  countyFips: counties,
  recordedOn: report.recordedOn,
  fileName: report.fileName,
  sha256: report.sha256,
  rowsRead: report.rowsRead,
  rowsMapped: report.rowsMapped,
  rowsRejected: 0,
  rejectFile: null,
  properties: report.properties,
  transfers: report.transfers,
  isGenerated: true,
})
