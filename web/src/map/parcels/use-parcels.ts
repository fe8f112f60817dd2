import type { MapPoint } from '@dooryard/contract/properties/map'
import type { MapLibreMap, MapSourceDataEvent, Tile } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { getSignalGroup } from '../layers/signal-groups.ts'
import type { PropertyMapProps } from '../map-props.ts'
import type { MapCanvas } from '../view/use-map.ts'
import { formatTile, listTilesAt } from './drawn-tiles.ts'
import { addParcelLayers, parcelSourceId, setParcelsVisible, updateParcelStates } from './parcel-layers.ts'

type ParcelOptions = {
  points: readonly MapPoint[]
  selected: PropertyMapProps['selected']
  active: string | undefined
  isVisible: boolean
}

export type IsOutlined = (point: MapPoint) => boolean

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

type TileEvent = Partial<Pick<MapSourceDataEvent, 'sourceId'>> & { tile?: Tile }

/** The tiles of parcels that are drawn. The next move requests those that failed. */
function useDrawnTiles(map: MapLibreMap | undefined): ReadonlySet<string> {
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set<string>())
  useEffect(() => {
    if (!map) return
    const failed = new Map<string, { z: number; x: number; y: number }>()
    const onTile = (state: 'waiting' | 'drawn' | 'failed') => (event: object) => {
      const { sourceId, tile } = event as TileEvent
      if (sourceId !== parcelSourceId || !tile) return
      const { z, x, y } = tile.tileID.canonical
      const key = formatTile({ z, x, y })
      if (state === 'failed') failed.set(key, { z, x, y })
      else failed.delete(key)
      setDrawn((before) => {
        if (before.has(key) === (state === 'drawn')) return before
        return new Set(state === 'drawn' ? [...before, key] : [...before].filter((other) => other !== key))
      })
    }
    const onMoved = () => {
      if (failed.size > 0 && map.getSource(parcelSourceId)) map.refreshTiles(parcelSourceId, [...failed.values()])
      failed.clear()
    }
    const subscriptions = [
      map.on('sourcedataloading', onTile('waiting')),
      map.on('sourcedata', onTile('drawn')),
      map.on('error', onTile('failed')),
      map.on('moveend', onMoved),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
      setDrawn(new Set<string>())
    }
  }, [map])
  return drawn
}

/**
 * The outlines of all parcels of a near map, those of the matches filled. Returns whether a match is shown that way:
 * until its tile is drawn it needs a point.
 */
export function useParcels(canvas: MapCanvas | undefined, options: ParcelOptions): IsOutlined {
  const { points, selected, active, isVisible } = options
  const shown = useRef(noStates)
  const map = canvas?.map
  const drawn = useDrawnTiles(map)
  useEffect(() => {
    if (map) shown.current = noStates
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
  return useCallback(
    (point) => isVisible && point.hasOutline === true && listTilesAt(point).some((tile) => drawn.has(tile)),
    [isVisible, drawn],
  )
}
