import type { Services } from '../../../platform/context.ts'
import type { RollReport } from '../rolls/roll-report.ts'
import {
  completeRoll,
  countKept,
  enterRoll,
  type RollEntry,
  rollsForRestage,
  type StillAlone,
} from '../rolls/rolls.queries.ts'
import { isoDay } from '../search/clauses.ts'
import { type Newcomer, stageSales } from './latest-sales.queries.ts'
import {
  countJoined,
  countLeft,
  findMisplaced,
  findNeighbours,
  type RollDays,
  restageNeighbour,
  restageNewcomer,
  restageTransfers,
  stagePlaceCounts,
} from './restage.queries.ts'
import { stageAddresses } from './stage-addresses.queries.ts'
import { type Swap, swapIn } from './swap.queries.ts'
import { countRows, dropRestaged } from './tables.queries.ts'

/** All that a roll changes, staged beside what readers see, and what the store will then hold. */
export type Staged = {
  swaps: Swap[]
  /** The counties of the roll and of the one that it replaces. */
  counties: string[]
  properties: number
  transfers: number
  transfersJoined: number
  /** Rolls that lose parcels to this one, with what is left of each. */
  losers: { source: string; properties: number }[]
}

/** Where a roll's own rows are staged; the counties are those that it speaks of. */
export type StagedRows = Omit<Newcomer, 'isAfterCut'> & {
  recordedOn: string
  stillAlone: StillAlone
  /** Tables of the same roll that are swapped in along with it. */
  sides?: readonly Omit<Swap, 'source'>[]
}

/**
 * Takes a roll in whose own rows are staged: stages what follows from it for the rolls beside it, hands what the store
 * will hold to `enter`, and swaps all of it in where that gives an entry. Only one may do so at a time.
 */
export async function takeIn(
  services: Pick<Services, 'clickhouse' | 'db'>,
  rows: StagedRows,
  enter: (staged: Staged) => Promise<{ roll: Omit<RollEntry, 'countyFips'>; report: RollReport } | undefined>,
): Promise<void> {
  const { clickhouse, db } = services
  await dropRestaged(clickhouse)
  try {
    const staged = await stageAll(services, rows)
    const entry = await enter(staged)
    if (!entry) return
    await enterRoll(db, { ...entry.roll, countyFips: staged.counties }, entry.report)
    await swapIn(clickhouse, staged.swaps, rows.stillAlone)
    for (const { source, properties } of staged.losers) await countKept(db, source, properties)
    await completeRoll(db, entry.report.source, staged.counties)
  } finally {
    await dropRestaged(clickhouse)
  }
}

async function stageAll(
  { clickhouse, db }: Pick<Services, 'clickhouse' | 'db'>,
  { recordedOn, sides = [], stillAlone: _, ...rows }: StagedRows,
): Promise<Staged> {
  const loaded = await rollsForRestage(db)
  const before = loaded.find(({ source }) => source === rows.source)
  const counties = [...new Set([...rows.counties, ...(before?.countyFips ?? [])])].sort()
  const newcomer = { ...rows, counties, isAfterCut: before?.isComplete === false }
  const days = new Map(loaded.map((roll) => [roll.source, roll.recordedOn ?? isoDay(roll.ingestedAt)]))
  days.set(newcomer.source, recordedOn)

  const transfers = await stageOtherTransfers(clickhouse, newcomer)
  const sales: Swap = { table: 'sales', from: await stageSales(clickhouse, newcomer, transfers), counties }
  const { properties, losers } = await stageOtherProperties(clickhouse, newcomer, days)
  properties.push({
    table: 'properties',
    source: newcomer.source,
    from: await restageNewcomer(clickhouse, newcomer, days),
  })
  const derived = await stageDerived(clickhouse, [...transfers, ...properties])
  return {
    // What belongs to properties before the properties themselves: whoever sees one finds the rest.
    swaps: [
      ...sides.map((side) => ({ ...side, source: newcomer.source })),
      ...transfers,
      sales,
      ...properties,
      ...derived,
    ],
    counties,
    properties: await countRows(clickhouse, newcomer.tables.staging),
    transfers: await countRows(clickhouse, newcomer.tables.transfers),
    transfersJoined: await countJoined(clickhouse, newcomer),
    losers,
  }
}

type ClickHouse = Services['clickhouse']
type RollSwap = Swap & { source: string }

const tablesOf = (staged: readonly RollSwap[]) => ({
  properties: staged.find(({ table }) => table === 'properties')?.from ?? 'properties',
  transfers: staged.find(({ table }) => table === 'transfers')?.from ?? 'transfers',
})

async function stageDerived(clickhouse: ClickHouse, changed: readonly RollSwap[]): Promise<Swap[]> {
  const swaps: Swap[] = []
  for (const [source, staged] of Map.groupBy(changed, (swap) => swap.source)) {
    const counties = staged[0]?.counties
    const tables = tablesOf(staged)
    const counts = await stagePlaceCounts(clickhouse, source, { ...tables, counties })
    swaps.push({ table: 'place_counts', source, from: counts, counties })
    if (!staged.some(({ table }) => table === 'properties')) continue
    const addresses = await stageAddresses(clickhouse, source, { properties: tables.properties, counties })
    swaps.push({ table: 'addresses', source, from: addresses, counties })
  }
  return swaps
}

/** A neighbour's rows change in the counties of the newcomer alone. */
const neighbourRows = ({ counties }: Newcomer, source: string) => ({ source, counties })

async function stageOtherTransfers(clickhouse: ClickHouse, newcomer: Newcomer): Promise<RollSwap[]> {
  const swaps: RollSwap[] = [{ table: 'transfers', source: newcomer.source, from: newcomer.tables.transfers }]
  for (const source of await findMisplaced(clickhouse, newcomer))
    swaps.push({
      ...neighbourRows(newcomer, source),
      table: 'transfers',
      from: await restageTransfers(clickhouse, newcomer, source),
    })
  return swaps
}

async function stageOtherProperties(clickhouse: ClickHouse, newcomer: Newcomer, days: RollDays) {
  const properties: RollSwap[] = []
  const losers: Staged['losers'] = []
  for (const { source, isLoser } of await findNeighbours(clickhouse, newcomer)) {
    const from = await restageNeighbour(clickhouse, newcomer, source, days)
    properties.push({ ...neighbourRows(newcomer, source), table: 'properties', from })
    if (isLoser) losers.push({ source, properties: await countLeft(clickhouse, newcomer, source, from) })
  }
  return { properties, losers }
}
