import { useEffect, useEffectEvent } from 'react'
import { toCircleRing } from './draw/geometry.ts'
import { addAreaLayers, showAreas, showOutline } from './layers/area-layers.ts'
import { addPlaceLayers, showPlaces } from './layers/place-layers.ts'
import type { PlacesMapProps } from './map-props.ts'
import { MapTip } from './pointer/map-tip.tsx'
import { usePlacePointer } from './pointer/use-pointer.ts'
import { leaveFullScreen } from './tools/full-screen.ts'
import { getBoundsAround } from './view/fit.ts'
import { MapFrame } from './view/map-frame.tsx'
import { copyForPaper } from './view/paper-copy.ts'
import { fitTo } from './view/use-camera.ts'
import { type MapCanvas, useMap } from './view/use-map.ts'

type PlacesExtentInput = Pick<PlacesMapProps, 'center' | 'miles' | 'points' | 'outline'>

function getExtent({ center, miles, points, outline }: PlacesExtentInput) {
  const circle = center && miles ? toCircleRing(center, miles).map(([lng, lat]) => ({ lng, lat })) : []
  const corners = outline?.coordinates.flat(2).map(([lng, lat]) => ({ lng, lat })) ?? []
  // Points outside an outline may be anywhere on Earth.
  return getBoundsAround([...(center ? [center] : []), ...circle, ...corners, ...(outline ? [] : points)])
}

function useFitPlaces(canvas: MapCanvas | undefined, shown: PlacesExtentInput) {
  const map = canvas?.map
  const fit = (animate: boolean) => {
    const bounds = getExtent(shown)
    if (map && bounds) fitTo(map, bounds, { rim: 40, maxZoom: shown.outline ? 18 : 15.5, animate, by: 'fit' })
  }
  const fitAutomatically = useEffectEvent(() => fit(false))
  const { center, miles, points, outline } = shown
  const extent = JSON.stringify([center, miles, points.map(({ lat, lng }) => [lat, lng]), outline?.coordinates])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other places have another extent
  useEffect(() => {
    if (map) fitAutomatically()
  }, [map, extent])
  return () => fit(true)
}

export function PlacesMapCanvas({ label, active, ...props }: PlacesMapProps) {
  const { center, miles, points, outline } = props
  const map = useMap({ label, view: undefined, isInPage: props.isInPage })
  const { canvas } = map
  const fit = useFitPlaces(canvas, props)
  useEffect(() => canvas && copyForPaper(canvas.map), [canvas])
  const onOpen = (id: string) => {
    leaveFullScreen()
    props.onOpen(id)
  }
  const hovered = usePlacePointer(canvas, { ...props, onOpen })
  const pointed = hovered?.id ?? active
  useEffect(() => {
    if (!canvas) return
    addAreaLayers(canvas)
    addPlaceLayers(canvas)
    if (outline) showOutline(canvas.map, outline)
    else showAreas(canvas.map, center && miles ? [{ id: 'near', ring: toCircleRing(center, miles) }] : [])
    showPlaces(canvas.map, { points, center, active: pointed })
  }, [canvas, center, miles, points, outline, pointed])
  return (
    <MapFrame {...map} isWithoutTable={props.isWithoutTable} fit={{ label: 'Fit to all (F)', onFit: fit }}>
      {canvas && hovered && (
        <MapTip map={canvas.map} at={hovered}>
          {hovered.label}
        </MapTip>
      )}
    </MapFrame>
  )
}
