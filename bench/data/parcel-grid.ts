import type { MultiPolygon } from '../../server/modules/properties/rolls/outlines/geometry.ts'
import { toOutlineRow } from '../../server/modules/properties/rolls/outlines/geometry-reader.ts'
import { type OutlineRow, outlineColumns } from '../../server/modules/properties/rolls/outlines/outline-row.ts'
import type { ClickHouse } from '../../server/platform/clickhouse/client.ts'
import { createBatchLoader } from '../../server/platform/files/native/batch-loader.ts'
import { type Columns, column } from '../../server/platform/files/native/column-batch.ts'
import { lowCardinality } from '../../server/platform/files/native/column-types.ts'

/** The south-western corner of the town, and how far it reaches in degrees. */
export const parcelGrid = { south: 36.1, west: -86.9, height: 0.06, width: 0.12 } as const

const [across, down] = [300, 100] as const
/** No county's code starts with 9, so these parcels are all in a partition of their own. */
const place = { state: 'TN', countyFips: '90001' } as const
const source = 'bench-parcels'
const firstId = 10n ** 19n

const columns: Columns<OutlineRow> = { source: column(lowCardinality, () => source), ...outlineColumns }

/** Adds a town of 30,000 parcels, as many as a county of a demo has, to measure tiles of the map. */
export async function insertParcelGrid(clickhouse: ClickHouse): Promise<void> {
  const { south, west, height, width } = parcelGrid
  const [lot, depth] = [width / across, height / down]
  await clickhouse.run(`insert into properties (source, property_id, state, county_fips, address, city, zip, lat, lng, estimated_value)
    select '${source}', ${firstId} + number, '${place.state}', '${place.countyFips}',
      concat(toString(100 + number % ${across}), ' EXAMPLE ORCHARD LN'), 'SAMPLETON', '90001',
      ${south} + (intDiv(number, ${across}) + 0.5) * ${depth}, ${west} + (number % ${across} + 0.5) * ${lot},
      100000 + number * 7 from numbers(${across * down})`)
  const loader = await createBatchLoader(clickhouse, 'outlines', columns)
  try {
    for (let at = 0; at < across * down; at++) {
      const [x, y] = [west + (at % across) * lot, south + Math.floor(at / across) * depth]
      const propertyId = firstId + BigInt(at)
      const row = toOutlineRow(
        { line: at, propertyId, ...place, lotSqft: null, valueYear: 0 },
        toRectangle(x, y, lot, depth * 0.8),
      )
      await loader.add(row)
    }
    await loader.end()
  } finally {
    await loader.close()
  }
}

function toRectangle(west: number, south: number, width: number, height: number): MultiPolygon {
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ] as const
  return [
    [
      corners.flatMap(([right, up]) =>
        [west + right * width, south + up * height].map((degrees) => Math.round(degrees * 1e7)),
      ),
    ],
  ]
}

export async function dropParcelGrid(clickhouse: ClickHouse): Promise<void> {
  for (const table of ['properties', 'outlines']) await clickhouse.run(`alter table ${table} drop partition '9'`)
}
