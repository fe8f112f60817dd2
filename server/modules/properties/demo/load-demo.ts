import { createHash } from 'node:crypto'
import { blockLoader } from '../../../platform/blocks/block-loader.ts'
import { toWholeSecond } from '../../../platform/clock.ts'
import type { Services, Stores } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors.ts'
import { stageProperties } from '../intake/intake.queries.ts'
import { deriveRow, intakeColumns } from '../intake/intake-row.ts'
import { createIntake, createStaging, dropIntake, dropTable, type Tables } from '../intake/tables.queries.ts'
import { type Staged, takeIn } from '../intake/take-in.ts'
import type { Progress } from '../rolls/read-roll.ts'
import type { RollReport } from '../rolls/roll-report.ts'
import { type Alone, whileImporting } from '../rolls/rolls.queries.ts'
import { demo } from '../sources/demo.ts'
import { demoCountyFips } from './counties.ts'
import { contactColumns, contactsOf, transferColumns, transfersOf } from './demo-rows.ts'

type DemoOptions = { rows?: number; onProgress?: (progress: Progress) => void }

export async function loadDemo(
  services: Stores,
  options: DemoOptions = {},
): Promise<{ rows: number; seconds: number }> {
  const done = await whileImporting(services.db, demo.source, (alone) => load(services, options, alone))
  if (!done) throw appError('CONFLICT', `${demo.name} are being loaded already.`)
  return done
}

async function load(services: Stores, { rows = demo.rows, onProgress }: DemoOptions, alone: Alone) {
  const startedAt = performance.now()
  const { clickhouse, clock } = services
  const { source, recordedOn } = demo
  const ingestedAt = toWholeSecond(clock.now())
  let seconds = 0
  const contacts = await createStaging(clickhouse, 'contacts', source)
  try {
    const tables = await createIntake(clickhouse, source)
    await fill(clickhouse, { ...tables, contacts }, rows, ingestedAt, onProgress)
    await stageProperties(clickhouse, tables, { source, recordedOn, ingestedAt })
    const counties = [...demoCountyFips]
    const staged = { source, tables, counties, recordedOn, sides: [{ table: 'contacts', from: contacts }] as const }
    await alone((stillAlone) =>
      takeIn(services, { ...staged, stillAlone }, async (counts) => {
        seconds = Math.round((performance.now() - startedAt) / 10) / 100
        return { roll: { ingestedAt, isGenerated: true }, report: reportOf(rows, counts, seconds) }
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
  // Faker takes 0.1 s to load, and most starts generate nothing.
  const { generateDemo } = await import('./generate.ts')
  let line = 0
  try {
    for (const property of generateDemo(rows)) {
      line += 1
      const row = deriveRow(property.facts, line)
      const added = [
        properties.add(row),
        ...transfersOf(property, row, ingestedAt).map((transfer) => transfers.add(transfer)),
        ...contactsOf(property, row, ingestedAt).map((contact) => contacts.add(contact)),
      ]
      // Nearly all are added at once, and to wait for nothing a million times takes as long as making them.
      if (added.some(Boolean)) await Promise.all(added)
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

const fingerprint = (rows: number) => createHash('sha256').update(`${demo.seed}:${rows}`).digest('hex')

export const contactSourceOfDemo = {
  source: demo.source,
  name: 'Generated demo contacts',
  sha256: fingerprint(demo.rows),
}

const reportOf = (rows: number, counts: Staged, seconds: number): RollReport => ({
  source: demo.source,
  name: demo.name,
  fileName: 'generated',
  sha256: fingerprint(rows),
  status: 'LOADED',
  recordedOn: demo.recordedOn,
  rowsRead: rows,
  rowsMapped: rows,
  rowsRejected: 0,
  rejectFile: null,
  reasons: {},
  columns: {},
  notPublished: [],
  unplacedUses: [],
  seconds,
  properties: counts.properties,
  transfers: counts.transfers,
  transfersJoined: counts.transfersJoined,
})
