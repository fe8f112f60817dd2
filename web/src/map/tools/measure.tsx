import type { Feature } from 'geojson'
import type { MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import { addLayers, circleLayer, setFeatures } from '../layers/layers.ts'
import { MapNote, MapNoteButton } from '../view/map-note.tsx'
import type { MapCanvas } from '../view/use-map.ts'
import { formatArea, formatDistance, getArea, getLength, type Place } from './measures.ts'

const source = 'ours-measure'

/** Farther, it is a drag of the map. */
const maxClickPixels = 4

function addMeasureLayers({ map, palette }: MapCanvas) {
  addLayers(map, [
    {
      ...{ id: 'ours-measure-area', type: 'fill', source, filter: ['==', ['geometry-type'], 'Polygon'] },
      paint: { 'fill-color': palette.area, 'fill-opacity': 0.12 },
    },
    {
      ...{ id: 'ours-measure-line', type: 'line', source, filter: ['==', ['geometry-type'], 'LineString'] },
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': palette.area, 'line-width': 2.5 },
    },
    circleLayer('ours-measure-point', source, ['==', ['geometry-type'], 'Point'], {
      'circle-color': palette.land,
      'circle-radius': 4.5,
      'circle-stroke-color': palette.area,
      'circle-stroke-width': 2.5,
    }),
  ])
}

const toFeatures = (places: Place[]): Feature[] => [
  ...(places.length > 2 ? [toFeature({ type: 'Polygon', coordinates: [[...places, places[0] as Place]] })] : []),
  ...(places.length > 1 ? [toFeature({ type: 'LineString', coordinates: places })] : []),
  ...places.map((coordinates) => toFeature({ type: 'Point', coordinates })),
]

const toFeature = (geometry: Feature['geometry']): Feature => ({ type: 'Feature', properties: {}, geometry })

/** Takes the clicks on the map, and Enter for its middle. Returns the clean-up. */
function takeClicks(map: MapLibreMap, onPlace: (place: Place) => void): () => void {
  const ending = new AbortController()
  // Before the map's own listeners, which would open a property.
  const options = { capture: true, signal: ending.signal }
  const container = map.getContainer()
  let pressed = { x: 0, y: 0 }
  container.addEventListener(
    'pointerdown',
    ({ clientX, clientY }) => {
      pressed = { x: clientX, y: clientY }
    },
    options,
  )
  container.addEventListener(
    'click',
    (event) => {
      event.stopPropagation()
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > maxClickPixels) return
      const { left, top } = container.getBoundingClientRect()
      const { lng, lat } = map.unproject([event.clientX - left, event.clientY - top])
      onPlace([lng, lat])
    },
    options,
  )
  container.addEventListener('dblclick', (event) => event.stopPropagation(), options)
  container.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
      const { lng, lat } = map.getCenter()
      onPlace([lng, lat])
    },
    options,
  )
  container.dataset['aiming'] = ''
  return () => {
    ending.abort()
    delete container.dataset['aiming']
  }
}

/** Measures the way along the clicked places, and the area that they enclose. */
export function Measure({ canvas, onClose }: { canvas: MapCanvas; onClose: () => void }) {
  const [places, setPlaces] = useState<Place[]>([])
  const { map } = canvas
  const add = useEffectEvent((place: Place) => setPlaces([...places, place]))
  useEffect(() => {
    const stop = takeClicks(map, (place) => add(place))
    map.getCanvas().focus()
    return () => {
      stop()
      // A map that was removed has no sources any more.
      if (map.style) setFeatures(map, source, [])
    }
  }, [map])
  useEffect(() => {
    addMeasureLayers(canvas)
    setFeatures(map, source, toFeatures(places))
  }, [canvas, map, places])
  return (
    <MapNote
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <span role="status" className="numbers">
        {places.length < 2
          ? 'Click places on the map to measure between them, or press Enter for the middle of the map.'
          : `Distance ${formatDistance(getLength(places))}`}
        {places.length > 2 && ` · Area ${formatArea(getArea(places))}`}
      </span>
      {places.length > 0 && <MapNoteButton onClick={() => setPlaces(places.slice(0, -1))}>Undo</MapNoteButton>}
      <MapNoteButton onClick={onClose}>Done</MapNoteButton>
    </MapNote>
  )
}
