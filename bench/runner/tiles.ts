import { toMercatorX, toMercatorY } from '@dooryard/contract/criteria/web-mercator'
import { mapParcels, parcelZooms } from '@dooryard/contract/properties/map-parcels'
import type { Services } from '../../server/platform/context.ts'
import { dropParcelGrid, insertParcelGrid, parcelGrid } from '../data/parcel-grid.ts'
import { dragWhile } from './load.ts'
import { measureTime, summarizeTimes, type Timing } from './measure.ts'
import type { CallApi } from './portal.ts'

export type TileTimings = { cold: Timing; warm: Timing; tiles: number }

/** The target of the 95th percentile, in milliseconds. */
const targets = { cold: 40, warm: 5 } as const

const warmRounds = 3

/** The tiles of the town at a zoom. */
function listTiles(z: number): { z: string; x: string; y: string }[] {
  const { south, west, height, width } = parcelGrid
  const toX = (lng: number) => Math.floor(toMercatorX(lng) * 2 ** z)
  const toY = (lat: number) => Math.floor(toMercatorY(lat) * 2 ** z)
  const [left, right] = [toX(west), toX(west + width)]
  const [top, bottom] = [toY(south + height), toY(south)]
  return Array.from({ length: (right - left + 1) * (bottom - top + 1) }, (_, at) => ({
    z: String(z),
    x: String(left + (at % (right - left + 1))),
    y: String(top + Math.floor(at / (right - left + 1))),
  }))
}

/** Tiles of a town that are built, and the same from memory, while another user drags a slider. */
export async function measureTiles(
  [one, other]: readonly CallApi[],
  { clickhouse }: Pick<Services, 'clickhouse'>,
  signal: AbortSignal,
): Promise<TileTimings> {
  if (!one || !other) throw new Error('Tiles are measured beside the searches of another user.')
  await insertParcelGrid(clickhouse)
  try {
    const tiles = [parcelZooms.first, 15, parcelZooms.last].flatMap(listTiles)
    const measure = async (params: Record<string, string>) => {
      signal.throwIfAborted()
      return (await measureTime(() => one(mapParcels.tile, undefined, { params }))).ms
    }
    const [cold, warm]: [number[], number[]] = [[], []]
    await dragWhile(other, async () => {
      for (const tile of tiles) cold.push(await measure(tile))
      for (let round = 0; round < warmRounds; round++) for (const tile of tiles) warm.push(await measure(tile))
    })
    return { cold: summarizeTimes(cold), warm: summarizeTimes(warm), tiles: tiles.length }
  } finally {
    await dropParcelGrid(clickhouse)
  }
}

export const listMissedTileTargets = (timings: TileTimings): string[] =>
  (['cold', 'warm'] as const).flatMap((kind) =>
    timings[kind].p95 > targets[kind]
      ? `Tiles of parcels, ${kind}: the 95th percentile is ${timings[kind].p95.toFixed(1)} ms, not within ${targets[kind]} ms.`
      : [],
  )
