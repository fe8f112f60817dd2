import { GeoJSONVT, type GeoJSONVTTile, geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, Geometry } from 'geojson'
import type { MapArea } from './feature-store.ts'
import { type MapFeature, type MapLayer, mapLayers } from './map-feature.ts'
import {
  type Bounds,
  countTiles,
  cutToParent,
  emptyBounds,
  extendBounds,
  type Tile,
  tileBuffer,
  tileExtent,
  toTileRange,
} from './tile-range.ts'

/** A feature on more tiles than these is cut by halves, others one tile at a time. */
const maxTilesOfSmall = 9

export type CutTile = Tile & { layers: MapLayer[]; bytes: Uint8Array }

/** Cuts the features of an area into tiles, of each zoom in turn. Where nothing is drawn there is no tile. */
export function* cutTiles(area: MapArea, fileMaxZoom: number): Generator<CutTile> {
  const options = { maxZoom: fileMaxZoom, extent: tileExtent, buffer: tileBuffer }
  const features = Array.from(area.features, toDrawn)
  const wide = createWideIndex(options)
  for (let z = area.minZoom; z <= area.maxZoom; z += 1) {
    for (const [key, drawn] of groupByTile(features, z, area.tile)) {
      const tile = { z, x: Math.floor(key / 2 ** z), y: key % 2 ** z }
      const layers: Record<string, GeoJSONVTTile> = {}
      for (const layer of mapLayers) {
        const ofLayer = drawn.filter((feature) => feature.layer === layer)
        if (ofLayer.length === 0) continue
        const small = ofLayer.filter((feature) => !feature.isWide).map(({ geoJson }) => geoJson)
        const cut = geoJSONToTile({ type: 'FeatureCollection', features: small }, z, tile.x, tile.y, {
          ...options,
          clip: true,
        })
        const wideFeatures = ofLayer.filter(({ isWide }) => isWide)
        for (const feature of wideFeatures) cut.features.push(...wide.cut(feature, tile))
        cut.features = cut.features.filter(isDrawable)
        if (cut.features.length > 0) layers[layer] = cut
      }
      // Their names are those of the loop above.
      const names = Object.keys(layers) as MapLayer[]
      if (names.length > 0)
        yield { ...tile, layers: names, bytes: fromGeojsonVt(layers, { version: 2, extent: tileExtent }) }
    }
  }
}

type Drawn = {
  layer: MapLayer
  minZoom: number
  maxZoom: number
  bounds: Bounds
  geoJson: Feature
  isWide: boolean
}

function toDrawn({ layer, geometry, properties, minZoom, maxZoom = Infinity }: MapFeature): Drawn {
  const bounds = emptyBounds()
  extendBounds(bounds, geometry.coordinates)
  // The type of the library has arrays that may be changed; it changes none.
  const geoJson = { type: 'Feature', geometry: geometry as Geometry, properties } as const
  return { layer, minZoom, maxZoom, bounds, geoJson, isWide: false }
}

/** The features to draw on each tile of a zoom, by the number of the tile. */
function groupByTile(features: readonly Drawn[], z: number, parent: Tile): Map<number, Drawn[]> {
  const byTile = new Map<number, Drawn[]>()
  for (const feature of features) {
    if (z < feature.minZoom || z > feature.maxZoom) continue
    const range = cutToParent(toTileRange(feature.bounds, z), z, parent)
    feature.isWide ||= countTiles(range) > maxTilesOfSmall
    for (let x = range.minX; x <= range.maxX; x += 1)
      for (let y = range.minY; y <= range.maxY; y += 1) {
        const key = x * 2 ** z + y
        const others = byTile.get(key)
        if (others) others.push(feature)
        else byTile.set(key, [feature])
      }
  }
  return byTile
}

type TileFeature = GeoJSONVTTile['features'][number]

/** Each wide feature is cut on the way down to a tile, so that a long river is not read whole for each of its tiles. */
function createWideIndex(options: { maxZoom: number; extent: number; buffer: number }) {
  const indexes = new Map<Drawn, GeoJSONVT>()
  return {
    cut: (feature: Drawn, { z, x, y }: Tile): TileFeature[] => {
      const index = indexes.get(feature) ?? new GeoJSONVT(feature.geoJson, { ...options, indexMaxZoom: 0 })
      indexes.set(feature, index)
      return index.getTile(z, x, y)?.features ?? []
    },
  }
}

/** A line or ring that was cut or simplified to a point is not drawn. */
function isDrawable(feature: TileFeature): boolean {
  if (feature.type === 1) return feature.geometry.length > 0
  const minPoints = feature.type === 2 ? 2 : 4
  feature.geometry = feature.geometry.filter((line: readonly unknown[]) => line.length >= minPoints)
  return feature.geometry.length > 0
}
