import type { About } from '@dooryard/contract/about'
import { addProtocol, type LayerSpecification, type VectorSourceSpecification } from 'maplibre-gl'
import { PMTiles, Protocol, ResolvedValueCache } from 'pmtiles'
import type { Palette } from '../layers/palette.ts'
import { borderLayers, buildingLayers, landLayers } from './land-layers.ts'
import { nameLayers } from './name-layers.ts'
import { roadLayers } from './road-layers.ts'

export type BaseMap = NonNullable<About['baseMap']>

const protocol = new Protocol()
addProtocol('pmtiles', protocol.tile)

/** The tiles of the portal's own file, read in ranges. */
export function streetSource({ url, attribution }: BaseMap): VectorSourceSpecification {
  const address = new URL(url, location.href).href
  // The usual cache keeps a failed read, which would leave every later map without streets.
  if (!protocol.get(address)) protocol.add(new PMTiles(address, new ResolvedValueCache()))
  return { type: 'vector', url: `pmtiles://${address}`, ...(attribution && { attribution }) }
}

/** What the names of states and counties stand on. */
export const streetLayers = (palette: Palette): LayerSpecification[] => [
  ...landLayers(palette),
  ...borderLayers(palette),
  ...roadLayers(palette),
  ...buildingLayers(palette),
]

/** What they give way to. */
export const streetNames = nameLayers
