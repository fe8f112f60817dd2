import type { PropertyMap } from '@dooryard/contract/properties/map'
import type { Viewport } from '../map.data.ts'
import type { ShownPoint } from '../map-props.ts'
import { parcelLayer } from '../parcels/parcel-layers.ts'
import type { MapCanvas } from '../view/use-map.ts'
import { HeatOverlay } from './heat-overlay.tsx'
import type { Overlay } from './map-layers.ts'
import { LeadsOverlay, SalesOverlay } from './point-overlay.tsx'
import { PriceOverlay } from './price-overlay.tsx'

type MapOverlayProps = {
  canvas: MapCanvas
  viewport: Viewport | undefined
  answer: PropertyMap | undefined
  overlay: Overlay
  onPoints: (points: readonly ShownPoint[]) => void
}

/** Draws an overlay and returns its legend. */
export function MapOverlay({ overlay, answer, ...map }: MapOverlayProps) {
  if (overlay === 'heat') return <HeatOverlay canvas={map.canvas} answer={answer} />
  if (overlay === 'prices') return <PriceOverlay canvas={map.canvas} viewport={map.viewport} below={parcelLayer} />
  if (overlay === 'sales') return <SalesOverlay {...map} />
  return overlay === 'leads' ? <LeadsOverlay {...map} /> : null
}
