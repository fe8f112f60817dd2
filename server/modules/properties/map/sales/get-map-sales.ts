import { type MapSales, type MapSalesQuery, saleMonths } from '@dooryard/contract/properties/map-sales'
import type { Context } from '../../../../platform/context.ts'
import { subtractMonths } from '../../buyers/look-back.ts'
import { isWideBox } from '../../search/compile/breadth.ts'
import { toIsoDay } from '../../search/compile/clauses.ts'
import { chooseResolution } from '../grid.ts'
import { listMapSales, listPriceBlocks } from './map-sales.queries.ts'

/** H3 cells of 330 and 120 meters: a few blocks, and one. Smaller ones have too few sales. */
const [blocks, block] = [9, 10] as const
/** The zoom from which single blocks can be told apart. */
const blockZoom = 16

/** What homes were sold for lately: single sales, or the median price per square foot by block. */
export function getMapSales(
  { clickhouse, clock, signal }: Context,
  { bounds, zoom, show }: MapSalesQuery,
): Promise<MapSales> {
  const read = { signal, isHeavy: isWideBox(bounds), isPatient: true }
  const until = toIsoDay(clock.now())
  const between = (months: number) => ({ bounds, since: subtractMonths(until, months), until })
  if (show === 'SALES') return listMapSales(clickhouse, between(saleMonths.recent), read)
  const resolution = Math.min(zoom < blockZoom ? blocks : block, chooseResolution(bounds, zoom))
  return listPriceBlocks(clickhouse, { ...between(saleMonths.prices), resolution }, read).then((found) => ({
    blocks: found,
  }))
}
