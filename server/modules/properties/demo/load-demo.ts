import { createHash } from 'node:crypto'
import type { Services, StoreDeps } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { createBatchLoader } from '../../../platform/files/native/batch-loader.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { toWholeSecond } from '../../../platform/util/clock.ts'
import { stageProperties } from '../rolls/ingest/ingest.queries.ts'
import { ingestRoll, type StagedRoll } from '../rolls/ingest/ingest-roll.ts'
import { deriveIngestRow, ingestColumns } from '../rolls/ingest/ingest-row.ts'
import {
  createIngestTables,
  createStaging,
  dropIngestTables,
  dropTable,
  type IngestTables,
} from '../rolls/ingest/ingest-tables.queries.ts'
import { outlineIngestColumns } from '../rolls/outlines/outline-row.ts'
import { stageOutlines } from '../rolls/outlines/stage-outlines.queries.ts'
import type { Progress } from '../rolls/read/read-roll.ts'
import type { RollReport } from '../rolls/roll-report.ts'
import { findRoll, type WithStoreLock, withImportLock } from '../rolls/rolls.queries.ts'
import { demo } from '../sources/demo.ts'
import { demoCountyFips } from './counties.ts'
import { demoContactColumns, demoTransferColumns, toDemoContacts, toDemoOutline, toDemoTransfers } from './demo-rows.ts'

type DemoOptions = { rows?: number; onProgress?: (progress: Progress) => void }

export async function loadDemo(
  services: StoreDeps,
  options: DemoOptions = {},
): Promise<{ rows: number; seconds: number }> {
  const done = await withImportLock(services.db, demo.source, (withStoreLock) =>
    loadGenerated(services, options, withStoreLock),
  )
  if (!done) throw appError('CONFLICT', `${demo.name} are being loaded already.`)
  return done
}

async function loadGenerated(
  services: StoreDeps,
  { rows = demo.rows, onProgress }: DemoOptions,
  withStoreLock: WithStoreLock,
) {
  const startedAt = performance.now()
  const { clickhouse, clock } = services
  const { source, recordedOn } = demo
  const ingestedAt = toWholeSecond(clock.now())
  let seconds = 0
  const contacts = await createStaging(clickhouse, 'contacts', source)
  try {
    const tables = await createIngestTables(clickhouse, source)
    await fillTables(clickhouse, { ...tables, contacts }, rows, ingestedAt, onProgress)
    await stageProperties(clickhouse, tables, { source, recordedOn, ingestedAt })
    await stageOutlines(clickhouse, tables, source)
    const counties = [...demoCountyFips]
    const staged = { source, tables, counties, recordedOn, sides: [{ table: 'contacts', from: contacts }] as const }
    await withStoreLock((checkStoreLock) =>
      ingestRoll(services, { ...staged, checkStoreLock }, async (counts) => {
        seconds = Math.round((performance.now() - startedAt) / 10) / 100
        return { roll: { ingestedAt, isGenerated: true, sourceVersion: 0 }, report: buildReport(rows, counts, seconds) }
      }),
    )
    return { rows, seconds }
  } finally {
    await dropIngestTables(clickhouse, source)
    await dropTable(clickhouse, contacts)
  }
}

const rowsPerTick = 2_000

async function fillTables(
  clickhouse: Services['clickhouse'],
  tables: IngestTables & { contacts: string },
  rows: number,
  ingestedAt: Date,
  onProgress: DemoOptions['onProgress'],
) {
  const properties = await createBatchLoader(clickhouse, tables.intake, ingestColumns)
  const transfers = await createBatchLoader(clickhouse, tables.transfers, demoTransferColumns)
  const contacts = await createBatchLoader(clickhouse, tables.contacts, demoContactColumns)
  const outlines = await createBatchLoader(clickhouse, tables.outlineIntake, outlineIngestColumns)
  const loaders = [properties, transfers, contacts, outlines]
  // Faker takes 0.1 s to load, and most starts generate nothing.
  const { generateDemo } = await import('./generate.ts')
  let line = 0
  try {
    for (const property of generateDemo(rows)) {
      line += 1
      const row = deriveIngestRow(property.facts, line)
      const added = [
        properties.add(row),
        outlines.add(toDemoOutline(property, row)),
        ...toDemoTransfers(property, row, ingestedAt).map((transfer) => transfers.add(transfer)),
        ...toDemoContacts(property, row, ingestedAt).map((contact) => contacts.add(contact)),
      ]
      // Nearly all are added synchronously, and awaiting nothing a million times takes as long as generating them.
      if (added.some(Boolean)) await Promise.all(added)
      if (line % rowsPerTick === 0) {
        onProgress?.({ rows: line, share: line / rows })
        // Yields, so the portal keeps answering while the demo is generated.
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    for (const loader of loaders) await loader.end()
  } finally {
    for (const loader of loaders) await loader.close()
  }
}

const fingerprint = (rows: number) => createHash('sha256').update(`${demo.seed}:${demo.version}:${rows}`).digest('hex')

/** How many properties of this version of the demo a store has; 0 for those of other versions, and without a demo. */
export async function countDemoRows(db: Db): Promise<number> {
  const roll = await findRoll(db, demo.source)
  return roll?.isComplete && roll.sha256 === fingerprint(roll.rowsMapped) ? roll.rowsMapped : 0
}

export const demoContactSource = {
  source: demo.source,
  // A hundred numbers of an area code are reserved for fiction, so owners share them, and files of demo leads say so.
  name: 'Generated demo contacts (fictional numbers, shared by owners)',
  sha256: fingerprint(demo.rows),
}

const buildReport = (rows: number, counts: StagedRoll, seconds: number): RollReport => ({
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
