import type { Criteria } from '@dooryard/contract/criteria'
import type { MapPoint, PropertyMap } from '@dooryard/contract/map'
import { useEffect, useMemo } from 'react'
import { addAreaLayers, paintAreaLayers, showAreas } from './area-layers.ts'
import { type AreaId, areasOf } from './areas.ts'
import { addMatchLayers, paintMatchLayers, showActive, showMatches, showSelected } from './match-layers.ts'
import type { Canvas } from './use-map.ts'

type Shown = {
  answer: PropertyMap | undefined
  points: readonly MapPoint[]
  selected: ReadonlySet<string> | undefined
  /** The property that stands out. */
  ringed: string | undefined
  location: Criteria['location']
  /** The area that is being edited, which is drawn by the tool. */
  edited: AreaId | undefined
}

/** Shows on a map what matches, which of it is selected or stands out, and the areas that are searched. */
export function useShownMatches(canvas: Canvas | undefined, shown: Shown) {
  const { answer, points, selected, ringed, location, edited } = shown
  const areas = useMemo(() => areasOf(location), [location])
  useEffect(() => {
    if (!canvas) return
    addMatchLayers(canvas)
    addAreaLayers(canvas)
    paintMatchLayers(canvas)
    paintAreaLayers(canvas)
  }, [canvas])
  useEffect(() => {
    if (canvas && answer) showMatches(canvas.map, answer)
  }, [canvas, answer])
  useEffect(() => {
    if (canvas) showAreas(canvas.map, areas, edited)
  }, [canvas, areas, edited])
  useEffect(() => {
    if (!canvas) return
    const chosen = points.filter(({ propertyId }) => selected?.has(propertyId))
    showSelected(canvas.map, chosen)
  }, [canvas, points, selected])
  useEffect(() => {
    if (!canvas) return
    const active = points.find(({ propertyId }) => propertyId === ringed)
    showActive(canvas.map, active)
  }, [canvas, points, ringed])
}
