import { useEffect, useEffectEvent } from 'react'
import { circleRing } from './draw/geometry.ts'
import { putAreaLayers, showAreas } from './layers/area-layers.ts'
import { putPlaceLayers, showPlaces } from './layers/place-layers.ts'
import type { PlacesMapProps } from './map-props.ts'
import { MapTip } from './pointer/map-tip.tsx'
import { usePlacePointing } from './pointer/use-pointing.ts'
import { getBoundsAround } from './view/fit.ts'
import { MapFrame } from './view/map-frame.tsx'
import { fitTo } from './view/use-camera.ts'
import { type Canvas, useMap } from './view/use-map.ts'

type Shown = Pick<PlacesMapProps, 'center' | 'miles' | 'points'>

function getExtent({ center, miles, points }: Shown) {
  const circle = center && miles ? circleRing(center, miles).map(([lng, lat]) => ({ lng, lat })) : []
  return getBoundsAround([...(center ? [center] : []), ...circle, ...points])
}

function useFit(canvas: Canvas | undefined, shown: Shown) {
  const map = canvas?.map
  const fit = (animate: boolean) => {
    const bounds = getExtent(shown)
    if (map && bounds) fitTo(map, bounds, { rim: 40, maxZoom: 15.5, animate, by: 'fit' })
  }
  const fitUnasked = useEffectEvent(() => fit(false))
  const { center, miles, points } = shown
  const extent = JSON.stringify([center, miles, points.map(({ lat, lng }) => [lat, lng])])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other places have another extent
  useEffect(() => {
    if (map) fitUnasked()
  }, [map, extent])
  return () => fit(true)
}

export function PlacesMapCanvas({ label, active, ...props }: PlacesMapProps) {
  const { center, miles, points } = props
  const map = useMap({ label, view: undefined })
  const { canvas } = map
  const fit = useFit(canvas, props)
  const hovered = usePlacePointing(canvas, props)
  const pointed = hovered?.id ?? active
  useEffect(() => {
    if (!canvas) return
    putAreaLayers(canvas)
    putPlaceLayers(canvas)
    showAreas(canvas.map, center && miles ? [{ id: 'near', ring: circleRing(center, miles) }] : [])
    showPlaces(canvas.map, { points, center, active: pointed })
  }, [canvas, center, miles, points, pointed])
  return (
    <MapFrame {...map} fit={{ label: 'Fit to all (F)', onFit: fit }}>
      {canvas && hovered && (
        <MapTip map={canvas.map} at={hovered}>
          {hovered.label}
        </MapTip>
      )}
    </MapFrame>
  )
}
