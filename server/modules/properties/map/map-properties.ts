import type { PropertyMap, PropertyMapQuery } from '@dooryard/contract/properties/map'
import type { Context } from '../../../platform/context.ts'
import { createCachedQuery } from '../search/answers.ts'
import { isWideBox, isWideSearch } from '../search/compile/breadth.ts'
import { buildSelection } from '../search/compile/selection.ts'
import type { SearchService } from '../search/search-properties.ts'
import { chooseResolution, getMaxPoints } from './grid.ts'
import { countCells, countWithoutPosition, findPoints } from './map.queries.ts'

/** Returns single properties when there are few, else counts per cell of a grid that fits the zoom. */
export async function mapProperties(
  ctx: Context,
  service: SearchService,
  { criteria, bounds, zoom }: PropertyMapQuery,
): Promise<PropertyMap> {
  const { clickhouse, signal } = ctx
  const { selection, data } = await buildSelection(ctx, service, criteria)
  const query = createCachedQuery({ ...service, clickhouse, version: data.version }, selection)
  const read = { signal, isHeavy: isWideBox(bounds) && isWideSearch(criteria), isPatient: true }
  const [cells, withoutPosition] = await Promise.all([
    countCells(clickhouse, selection, bounds, chooseResolution(bounds, zoom), read),
    // Unchanged while the map is moved.
    query('without position', countWithoutPosition),
  ])
  const inBounds = cells.reduce((sum, { count }) => sum + count, 0)
  const maxPoints = getMaxPoints(zoom)
  if (inBounds > maxPoints) return { inBounds, withoutPosition, cells }
  const points = inBounds === 0 ? [] : await findPoints(clickhouse, selection, { bounds, zoom }, maxPoints, read)
  // A roll replaced between the two reads may have changed the number.
  return { inBounds: points.length, withoutPosition, points }
}
