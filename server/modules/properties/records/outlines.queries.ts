import type { ClickHouse, ReadOptions } from '../../../platform/clickhouse/client.ts'
import type { BoundingBox, MultiPolygon } from '../rolls/outlines/geometry.ts'
import { decodeTwkb } from '../rolls/outlines/twkb.ts'

export type PropertyOutline = { propertyId: string; outline: MultiPolygon }

type OutlineRow = { property_id: string; outline: string }

const present = ({ property_id, outline }: OutlineRow): PropertyOutline => ({
  propertyId: property_id,
  outline: decodeTwkb(Buffer.from(outline, 'base64')),
})

/** The full outlines of the properties that have one, in no order. */
export async function findOutlines(
  clickhouse: ClickHouse,
  propertyIds: readonly string[],
  options: ReadOptions = {},
): Promise<PropertyOutline[]> {
  if (propertyIds.length === 0) return []
  const rows = await clickhouse.rows<OutlineRow>(
    `select property_id, base64Encode(outline) as outline from outlines
     where property_id in (select arrayJoin(cast({propertyIds:Array(String)}, 'Array(UInt64)'))) limit 1 by property_id`,
    { propertyIds },
    options,
  )
  return rows.map(present)
}

/** Whether the bounding box of an outline meets the bound one. */
export const meetsBoxSql =
  'south <= {north:Float64} and north >= {south:Float64} and west <= {east:Float64} and east >= {west:Float64}'

/**
 * Outlines whose bounding box meets the given one, the largest first: for a tile of the map. Simplified ones are within
 * a meter of the full ones.
 */
export async function listOutlinesWithin(
  clickhouse: ClickHouse,
  { south, north, west, east }: BoundingBox,
  { limit, isSimplified = true, ...options }: ReadOptions & { limit: number; isSimplified?: boolean },
): Promise<PropertyOutline[]> {
  const shown = isSimplified ? "if(simplified = '', outlines.outline, simplified)" : 'outlines.outline'
  const rows = await clickhouse.rows<OutlineRow>(
    `select property_id, base64Encode(${shown}) as outline from outlines
     where ${meetsBoxSql}
     order by (outlines.north - outlines.south) * (outlines.east - outlines.west) desc, property_id limit ${limit}`,
    { south, north, west, east },
    options,
  )
  return rows.map(present)
}
