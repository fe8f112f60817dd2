import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { createBatchLoader } from '../../../../platform/files/native/batch-loader.ts'
import { countRows, type IngestTables } from '../ingest/ingest-tables.queries.ts'
import { toOutlineRow } from './geometry-reader.ts'
import { gatherPieces, listPieces, type Piece } from './merge-pieces.queries.ts'
import { type OutlineRow, outlineIngestColumns } from './outline-row.ts'
import { decodeTwkb } from './twkb.ts'

/**
 * Makes one outline and one area of a parcel that several lines draw in pieces, such as the two sides of a road. Lines
 * that all have the same area have that of the whole parcel. Returns how many lines draw further pieces.
 */
export async function mergePieces(clickhouse: ClickHouse, tables: IngestTables): Promise<number> {
  const pieceCount = await gatherPieces(clickhouse, tables)
  if (pieceCount === 0) return 0
  const loader = await createBatchLoader(clickhouse, tables.merged, outlineIngestColumns)
  let parcel: Piece[] = []
  const flush = async () => {
    const full = parcel.length > 0 && loader.add(mergeParcel(parcel))
    if (full) await full
    parcel = []
  }
  try {
    for await (const pieces of listPieces(clickhouse, tables))
      for (const piece of pieces) {
        if (parcel[0]?.property_id !== piece.property_id) await flush()
        parcel.push(piece)
      }
    await flush()
    await loader.end()
    return pieceCount - (await countRows(clickhouse, tables.merged))
  } finally {
    await loader.close()
  }
}

const largestArea = 4_294_967_295

function mergeParcel(pieces: readonly Piece[]): OutlineRow {
  const [{ line = '0', property_id = '0', state = '', county_fips = '' } = {}] = pieces
  const outline = pieces.flatMap((piece) => decodeTwkb(Buffer.from(piece.outline, 'hex')))
  const areas = pieces.flatMap((piece) => piece.lot_sqft ?? [])
  const sum = new Set(areas).size === 1 ? areas[0] : areas.reduce((total, area) => total + area, 0)
  const lotSqft = areas.length > 0 && sum ? Math.min(sum, largestArea) : null
  const place = { line: Number(line), propertyId: BigInt(property_id), state, countyFips: county_fips }
  return toOutlineRow({ ...place, lotSqft, valueYear: 0 }, outline)
}
