import type { Services } from '../../../../platform/context.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { toIsoDay } from '../../search/compile/clauses.ts'
import { restageOutlines } from '../outlines/stage-outlines.queries.ts'
import type { RollReport } from '../roll-report.ts'
import {
  type CheckStoreLock,
  completeRoll,
  listRollsForRestage,
  type RollEntry,
  updateRemainingProperties,
  upsertRoll,
} from '../rolls.queries.ts'
import { countRows, dropRestagedTables } from './ingest-tables.queries.ts'
import { type IncomingRoll, stageSales } from './latest-sales.queries.ts'
import {
  countMatchedTransfers,
  countRemaining,
  findOverlappingRolls,
  findRollsToReposition,
  type RollDays,
  restageIncomingRoll,
  restageOverlappingRoll,
  restageTransfers,
} from './restage.queries.ts'
import { stageAddresses, stagePlaceCounts } from './stage-derived.queries.ts'
import { swapTables, type TableSwap } from './swap.queries.ts'

/** All changes of a roll, staged alongside the live tables, with the resulting counts. */
export type StagedRoll = {
  swaps: TableSwap[]
  /** The counties of the roll and of the one it replaces. */
  counties: string[]
  properties: number
  transfers: number
  transfersJoined: number
  /** The table of the roll's properties as they will be live, with the sales of all rolls. */
  incomingProperties: string
  /** Rolls that lose parcels to this one, with their remaining properties. */
  shrunkRolls: { source: string; properties: number }[]
}

/** The tables with a roll's own staged rows; `counties` are those it covers. */
export type StagedRollInput = Omit<IncomingRoll, 'wasInterrupted'> & {
  recordedOn: string
  checkStoreLock: CheckStoreLock
  /** Tables of the same roll that are swapped in with it. */
  sides?: readonly Omit<TableSwap, 'source'>[]
}

type StagedEntry = {
  roll: Omit<RollEntry, 'countyFips'>
  report: RollReport
  /** In the transaction that completes the import. */
  complete?: (db: Db) => Promise<void>
}

/**
 * Ingests a roll whose own rows are staged: stages the resulting changes of other rolls, passes the counts to
 * `createEntry` and swaps everything in when that returns an entry. Requires the store lock.
 */
export async function ingestRoll(
  services: Pick<Services, 'clickhouse' | 'db'>,
  rows: StagedRollInput,
  createEntry: (staged: StagedRoll) => Promise<StagedEntry | undefined>,
): Promise<void> {
  const { clickhouse, db } = services
  await dropRestagedTables(clickhouse)
  try {
    const staged = await stageRoll(services, rows)
    const entry = await createEntry(staged)
    if (!entry) return
    await swapTables(clickhouse, staged.swaps, async () => {
      await rows.checkStoreLock()
      await upsertRoll(db, { ...entry.roll, countyFips: staged.counties }, entry.report)
    })
    for (const { source, properties } of staged.shrunkRolls) await updateRemainingProperties(db, source, properties)
    await inTransaction({ db }, async (tx) => {
      await completeRoll(tx.db, entry.report.source, staged.counties)
      await entry.complete?.(tx.db)
    })
  } finally {
    await dropRestagedTables(clickhouse)
  }
}

async function stageRoll(
  { clickhouse, db }: Pick<Services, 'clickhouse' | 'db'>,
  { recordedOn, sides = [], checkStoreLock: _, ...rows }: StagedRollInput,
): Promise<StagedRoll> {
  const loadedRolls = await listRollsForRestage(db)
  const previous = loadedRolls.find(({ source }) => source === rows.source)
  const counties = [...new Set([...rows.counties, ...(previous?.countyFips ?? [])])].sort()
  const incoming = { ...rows, counties, wasInterrupted: previous?.isComplete === false }
  const days = new Map(loadedRolls.map((roll) => [roll.source, roll.recordedOn ?? toIsoDay(roll.ingestedAt)]))
  days.set(incoming.source, recordedOn)

  const transfers = await stageOtherTransfers(clickhouse, incoming)
  const sales: TableSwap = { table: 'sales', from: await stageSales(clickhouse, incoming, transfers), counties }
  const { properties, outlines, shrunkRolls } = await stageOtherProperties(clickhouse, incoming, days)
  const incomingProperties = await restageIncomingRoll(clickhouse, incoming, days)
  properties.push({ table: 'properties', source: incoming.source, from: incomingProperties })
  const derived = await stageDerived(clickhouse, [...transfers, ...properties])
  return {
    // Searches read the properties, which are swapped last: a reader that finds a property finds the rest.
    swaps: [
      ...sides.map((side) => ({ ...side, source: incoming.source })),
      { table: 'outlines', source: incoming.source, from: incoming.tables.outlines },
      ...outlines,
      ...transfers,
      sales,
      ...derived,
      ...properties,
    ],
    counties,
    properties: await countRows(clickhouse, incoming.tables.staging),
    transfers: await countRows(clickhouse, incoming.tables.transfers),
    transfersJoined: await countMatchedTransfers(clickhouse, incoming),
    incomingProperties,
    shrunkRolls,
  }
}

type ClickHouse = Services['clickhouse']
export type RollSwap = TableSwap & { source: string }

const getStagedTables = (staged: readonly RollSwap[]) => ({
  properties: staged.find(({ table }) => table === 'properties')?.from ?? 'properties',
  transfers: staged.find(({ table }) => table === 'transfers')?.from ?? 'transfers',
})

/** The tables that follow from changed properties and transfers. */
export async function stageDerived(clickhouse: ClickHouse, changed: readonly RollSwap[]): Promise<TableSwap[]> {
  const swaps: TableSwap[] = []
  for (const [source, staged] of Map.groupBy(changed, (swap) => swap.source)) {
    const counties = staged[0]?.counties
    const tables = getStagedTables(staged)
    const counts = await stagePlaceCounts(clickhouse, source, { ...tables, counties })
    swaps.push({ table: 'place_counts', source, from: counts, counties })
    if (!staged.some(({ table }) => table === 'properties')) continue
    const addresses = await stageAddresses(clickhouse, source, { properties: tables.properties, counties })
    swaps.push({ table: 'addresses', source, from: addresses, counties })
  }
  return swaps
}

/** An overlapping roll's rows change only in the counties of the incoming roll. */
const toOverlapScope = ({ counties }: IncomingRoll, source: string) => ({ source, counties })

async function stageOtherTransfers(clickhouse: ClickHouse, incoming: IncomingRoll): Promise<RollSwap[]> {
  const swaps: RollSwap[] = [{ table: 'transfers', source: incoming.source, from: incoming.tables.transfers }]
  for (const source of await findRollsToReposition(clickhouse, incoming))
    swaps.push({
      ...toOverlapScope(incoming, source),
      table: 'transfers',
      from: await restageTransfers(clickhouse, incoming, source),
    })
  return swaps
}

async function stageOtherProperties(clickhouse: ClickHouse, incoming: IncomingRoll, days: RollDays) {
  const properties: RollSwap[] = []
  const outlines: RollSwap[] = []
  const shrunkRolls: StagedRoll['shrunkRolls'] = []
  for (const { source, isShrunk } of await findOverlappingRolls(clickhouse, incoming)) {
    const from = await restageOverlappingRoll(clickhouse, incoming, source, days)
    properties.push({ ...toOverlapScope(incoming, source), table: 'properties', from })
    if (!isShrunk) continue
    const outlinesFrom = await restageOutlines(clickhouse, incoming, source)
    if (outlinesFrom) outlines.push({ ...toOverlapScope(incoming, source), table: 'outlines', from: outlinesFrom })
    shrunkRolls.push({ source, properties: await countRemaining(clickhouse, incoming, source, from) })
  }
  return { properties, outlines, shrunkRolls }
}
