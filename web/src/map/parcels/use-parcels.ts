import type { MapPoint } from '@dooryard/contract/properties/map'
import type { ErrorEvent } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { getSignalGroup } from '../layers/signal-groups.ts'
import type { PropertyMapProps } from '../map-props.ts'
import type { MapCanvas } from '../view/use-map.ts'
import { addParcelLayers, parcelSourceId, setParcelsVisible, updateParcelStates } from './parcel-layers.ts'

type ParcelOptions = {
  points: readonly MapPoint[]
  selected: PropertyMapProps['selected']
  active: string | undefined
  isVisible: boolean
}

type States = Parameters<typeof updateParcelStates>[2]

const noStates: States = new Map()

function toStates({ points, selected, active }: ParcelOptions): States {
  const states = new Map<
    string,
    { group?: ReturnType<typeof getSignalGroup>; isSelected: boolean; isActive: boolean }
  >()
  for (const { propertyId, signals, hasOutline } of points)
    if (hasOutline)
      states.set(propertyId, {
        group: getSignalGroup(signals),
        isSelected: selected?.has(propertyId) ?? false,
        isActive: propertyId === active,
      })
  if (active !== undefined && !states.has(active)) states.set(active, { isSelected: false, isActive: true })
  return states
}

/**
 * The outlines of all parcels of a near map, those of the matches filled. Returns whether they are shown: without them
 * each match needs a point.
 */
export function useParcels(canvas: MapCanvas | undefined, options: ParcelOptions): boolean {
  const { points, selected, active, isVisible } = options
  const [hasFailed, setFailed] = useState(false)
  const shown = useRef(noStates)
  const map = canvas?.map
  useEffect(() => {
    if (!map) return
    shown.current = noStates
    const onError = (event: ErrorEvent & { sourceId?: string }) => event.sourceId === parcelSourceId && setFailed(true)
    const onData = (event: { sourceId?: string; tile?: unknown }) =>
      event.sourceId === parcelSourceId && event.tile && setFailed(false)
    const subscriptions = [map.on('error', onError), map.on('sourcedata', onData)]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [map])
  useEffect(() => {
    if (canvas) addParcelLayers(canvas)
  }, [canvas])
  useEffect(() => {
    if (map) setParcelsVisible(map, isVisible)
  }, [map, isVisible])
  useEffect(() => {
    if (!map) return
    const next = toStates({ points, selected, active, isVisible })
    updateParcelStates(map, shown.current, next)
    shown.current = next
  }, [map, points, selected, active, isVisible])
  return isVisible && !hasFailed
}
