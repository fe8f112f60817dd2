import type { PropertyMap, PropertyMapQuery } from '@dooryard/contract/map'
import type { Context } from '../../../platform/context.ts'
import { asker } from '../search/answers.ts'
import { isWideBox, isWideSearch } from '../search/breadth.ts'
import { selectionFor } from '../search/selection.ts'
import type { SearchDesk } from '../search-properties.ts'
import { maxPointsAt, resolutionOf } from './grid.ts'
import { countCells, countWithoutPosition, findPoints } from './map.queries.ts'

/** Each property by itself where they are few, else how many there are in each cell of a grid that fits the zoom. */
export async function mapProperties(
  ctx: Context,
  desk: SearchDesk,
  { criteria, bounds, zoom }: PropertyMapQuery,
): Promise<PropertyMap> {
  const { clickhouse, signal } = ctx
  const { selection, data } = await selectionFor(ctx, desk, criteria)
  const ask = asker({ ...desk, clickhouse, version: data.version }, selection)
  const read = { signal, isHeavy: isWideBox(bounds) && isWideSearch(criteria), isPatient: true }
  const [cells, withoutPosition] = await Promise.all([
    countCells(clickhouse, selection, bounds, resolutionOf(bounds, zoom), read),
    // It stays the same while the map is moved.
    ask('without position', countWithoutPosition),
  ])
  const inBounds = cells.reduce((sum, { count }) => sum + count, 0)
  const most = maxPointsAt(zoom)
  if (inBounds > most) return { inBounds, withoutPosition, cells }
  const points = inBounds === 0 ? [] : await findPoints(clickhouse, selection, bounds, most, read)
  // A roll replaced between the two reads may have brought some more, or fewer.
  return { inBounds: points.length, withoutPosition, points }
}
