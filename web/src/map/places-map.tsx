import { useEffect, useEffectEvent, useMemo } from 'react'
import { addAreaLayers, paintAreaLayers, showAreas } from './area-layers.ts'
import { boundsAround } from './fit.ts'
import { circleRing } from './geometry.ts'
import classes from './map.module.css'
import { MapFrame, ZoomTools } from './map-frame.tsx'
import type { PlacesMapProps } from './map-props.ts'
import { addPlaceLayers, paintPlaceLayers, showPlaces } from './place-layers.ts'
import { PlaceTip } from './place-tip.tsx'
import { asBox, type Canvas, useMap } from './use-map.ts'
import { usePlacePointing } from './use-place-pointing.ts'

type Shown = Pick<PlacesMapProps, 'center' | 'miles' | 'points'>

const farthest = 15.5

/** Everything that is shown, as far as a map has to show it. */
function extentOf({ center, miles, points }: Shown) {
  const circle = center && miles ? circleRing(center, miles).map(([lng, lat]) => ({ lng, lat })) : []
  return boundsAround([...(center ? [center] : []), ...circle, ...points])
}

/** Fits the map to what it is given, at first and whenever that changes. */
function useFit(canvas: Canvas | undefined, shown: Shown) {
  const map = canvas?.map
  const fit = (animate: boolean) => {
    const bounds = extentOf(shown)
    if (!map || !bounds) return
    const padding = Math.min(40, map.getContainer().clientHeight / 8)
    map.fitBounds(asBox(bounds), { padding, maxZoom: farthest, animate }, { by: 'fit' })
  }
  const fitBySelf = useEffectEvent(() => fit(false))
  const { center, miles, points } = shown
  const what = JSON.stringify([center, miles, points.map(({ lat, lng }) => [lat, lng])])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other places have another extent
  useEffect(() => {
    if (map) fitBySelf()
  }, [map, what])
  return () => fit(true)
}

/** A map of given places, around a center. */
export function PlacesMapCanvas({ label, center, miles, points, active, onActive, onOpen, onPick }: PlacesMapProps) {
  const { frame, canvas, isLost } = useMap({ label, view: undefined })
  const fit = useFit(canvas, { center, miles, points })
  const hovered = usePlacePointing(canvas, points, { onActive, onOpen, onPick })
  const areas = useMemo(
    () => (center && miles ? [{ id: 'near' as const, ring: circleRing(center, miles) }] : []),
    [center, miles],
  )
  useEffect(() => {
    if (!canvas) return
    addAreaLayers(canvas)
    addPlaceLayers(canvas)
    paintAreaLayers(canvas)
    paintPlaceLayers(canvas)
  }, [canvas])
  useEffect(() => {
    if (canvas) showAreas(canvas.map, areas)
  }, [canvas, areas])
  const pointed = hovered?.id ?? active
  useEffect(() => {
    if (canvas) showPlaces(canvas.map, points, center, pointed)
  }, [canvas, points, center, pointed])
  return (
    <MapFrame frame={frame} isLost={isLost} onFit={fit}>
      <div className={classes.overlay}>
        <div className={classes.top} />
        <div className={classes.side}>
          <ZoomTools canvas={canvas} fit={{ label: 'Fit to all (F)', onFit: fit }} />
        </div>
      </div>
      {canvas && hovered && <PlaceTip map={canvas.map} place={hovered} />}
    </MapFrame>
  )
}
