import type { Services } from '../../../../platform/context.ts'
import { isLocatableSql, listLocatableSources, locateAddresses } from '../../places/gazetteer/match/locate.queries.ts'
import type { CheckStoreLock } from '../rolls.queries.ts'
import { type RollSwap, stageDerived } from './ingest-roll.ts'
import { createLocateTables, dropRestagedTables, type LocateTables } from './ingest-tables.queries.ts'
import { type IncomingPositions, stageSales } from './latest-sales.queries.ts'
import { restageLocated } from './relocate.queries.ts'
import { findRollsToReposition, restageTransfers } from './restage.queries.ts'
import { swapTables, type TableSwap } from './swap.queries.ts'

// Their name has them dropped with other staged tables.
const tables: LocateTables = { unlocated: 'unlocated_restaged__county', positions: 'positions_restaged__county' }

/**
 * Finds the positions of a county's loaded properties by address anew, where their rolls have no coordinates, and swaps
 * them in with their sales. Requires the store lock. Returns the number of positions found.
 */
export async function relocateRolls(
  { clickhouse }: Pick<Services, 'clickhouse'>,
  countyFips: string,
  checkStoreLock: CheckStoreLock,
): Promise<number> {
  await dropRestagedTables(clickhouse)
  try {
    const sources = await listLocatableSources(clickhouse, countyFips)
    if (sources.length === 0) return 0
    await createLocateTables(clickhouse, tables)
    const condition = isLocatableSql('row.position_source')
    const counties = [countyFips]
    const located = await locateAddresses(clickhouse, tables, { from: 'properties', condition, counties })
    await swapTables(clickhouse, await stageLocated(clickhouse, sources, countyFips), checkStoreLock)
    return located
  } finally {
    await dropRestagedTables(clickhouse)
  }
}

async function stageLocated(
  clickhouse: Services['clickhouse'],
  sources: readonly string[],
  countyFips: string,
): Promise<TableSwap[]> {
  const counties = [countyFips]
  const incoming: IncomingPositions = {
    source: `gazetteer-${countyFips}`,
    counties,
    tables: { staging: tables.positions },
  }
  const transfers: RollSwap[] = []
  for (const source of await findRollsToReposition(clickhouse, incoming))
    transfers.push({
      table: 'transfers',
      source,
      counties,
      from: await restageTransfers(clickhouse, incoming, source),
    })
  const properties: RollSwap[] = []
  for (const source of sources) {
    const from = await restageLocated(clickhouse, source, { positions: tables.positions, countyFips })
    properties.push({ table: 'properties', source, counties, from })
  }
  const derived = await stageDerived(clickhouse, [...transfers, ...properties])
  if (transfers.length === 0) return [...derived, ...properties]
  const sales: TableSwap = { table: 'sales', counties, from: await stageSales(clickhouse, incoming, transfers) }
  return [...transfers, sales, ...derived, ...properties]
}
