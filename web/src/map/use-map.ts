import './maplibre.css'
import type { Bounds } from '@dooryard/contract/map'
import { useQuery } from '@tanstack/react-query'
import { MapLibreMap, type MapOptions, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef, useState } from 'react'
import { aboutPortal } from '../lib/about.ts'
import { drawShapes, emptyStyle, ownFont, paintShapes } from './base-style.ts'
import { lower48 } from './fit.ts'
import { roundedLng } from './geometry.ts'
import type { MapView } from './map-props.ts'
import { type Palette, readPalette, useScheme } from './palette.ts'

setWorkerUrl(workerUrl)

/** Whoever moves a map by a button says so; what says nothing and comes from no hand is a fit. */
export type Mover = { by?: 'user' | 'fit'; originalEvent?: unknown }

/** A map with its base on it, ready for layers. */
export type Canvas = { map: MapLibreMap; palette: Palette; font: string[] }

type Given = { label: string; view: MapView | undefined }

/** The bounds as the API counts them. */
export const asBox = ({ west, south, east, north }: Bounds): [[number, number], [number, number]] => [
  [west, south],
  [east < west ? east + 360 : east, north],
]

function optionsOf(container: HTMLElement, { label, view }: Given, styleUrl: string | null): MapOptions {
  return {
    container,
    style: styleUrl ?? emptyStyle(readPalette(container)),
    ...(view ? { center: [view.lng, view.lat], zoom: view.zoom } : { bounds: asBox(lower48) }),
    attributionControl: styleUrl ? { compact: true } : false,
    locale: { 'Map.Title': label },
    minZoom: 1.5,
    maxZoom: 19,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    fadeDuration: 0,
    // Two fingers to zoom, one to move: what stands in a tab of a phone takes no scrolling away from anything.
    cooperativeGestures: false,
  }
}

/** The letters of a style that has its own, or those of the page. */
function fontOf(map: MapLibreMap): string[] {
  const { glyphs, layers } = map.getStyle()
  if (!glyphs) return ownFont
  const fonts = layers.map((layer) => (layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined))
  const plain = fonts.find((font) => Array.isArray(font) && font.every((name) => /^[A-Z]/.test(String(name))))
  return (plain as string[] | undefined) ?? ['Open Sans Regular', 'Arial Unicode MS Regular']
}

/** Draws on our own shapes when the style that is configured cannot be had. */
function orOwnStyle(map: MapLibreMap, container: HTMLElement) {
  let isThere = false
  map.once('style.load', () => {
    isThere = true
  })
  map.on('error', ({ error }) => {
    if (isThere) return
    isThere = true
    console.warn('The style of the map could not be loaded.', error)
    map.setStyle(emptyStyle(readPalette(container)))
  })
}

/** A map in a box of the page, from when its style is there; `isLost` while the browser cannot draw it. */
export function useMap(given: Given) {
  const [container, setContainer] = useState<HTMLDivElement | null>(null)
  const [map, setMap] = useState<MapLibreMap>()
  const [isLost, setLost] = useState(false)
  const [palette, setPalette] = useState<Palette>()
  const scheme = useScheme()
  const styleUrl = useMapStyle()
  const first = useRef(given)
  const colors = useRef(palette)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `scheme` is what the stylesheets go by
  useEffect(() => {
    if (!container) return
    const next = readPalette(container)
    colors.current = next
    setPalette(next)
    if (map) paintShapes(map, next)
  }, [container, map, scheme])

  useEffect(() => {
    if (!container || styleUrl === undefined) return
    const created = new MapLibreMap(optionsOf(container, first.current, styleUrl))
    let stop: (() => void) | undefined
    created.touchZoomRotate.disableRotation()
    created.keyboard.disableRotation()
    created.addControl(new ScaleControl({ unit: 'imperial', maxWidth: 88 }), 'bottom-right')
    if (styleUrl) orOwnStyle(created, container)
    created.once('style.load', () => {
      const isOurs = created.getLayer('water') !== undefined
      if (isOurs) stop = drawShapes(created, () => colors.current ?? readPalette(container))
      setMap(created)
    })
    created.on('webglcontextlost', () => setLost(true))
    created.on('webglcontextrestored', () => setLost(false))
    return () => {
      stop?.()
      setMap(undefined)
      created.remove()
    }
  }, [container, styleUrl])

  const canvas = useCanvas(map, palette)
  return { frame: setContainer, canvas, isLost }
}

/** The same thing for as long as its parts are the same. */
function useCanvas(map: MapLibreMap | undefined, palette: Palette | undefined): Canvas | undefined {
  const [canvas, setCanvas] = useState<Canvas>()
  useEffect(() => setCanvas(map && palette && { map, palette, font: fontOf(map) }), [map, palette])
  return canvas
}

/** The style that maps are drawn on; null for our own, undefined while nobody knows. */
function useMapStyle(): string | null | undefined {
  const { data, isError } = useQuery(aboutPortal())
  return data ? data.mapStyleUrl : isError ? null : undefined
}

/** Where a map looks, as addresses have it. */
export function viewOf(map: MapLibreMap): MapView {
  const { lat, lng } = map.getCenter()
  const short = (value: number, digits: number) => Number(value.toFixed(digits))
  return { lat: short(lat, 5), lng: short(roundedLng(lng), 5), zoom: short(map.getZoom(), 2) }
}

/** What a map shows, as the API has it. */
export function boundsOf(map: MapLibreMap): Bounds {
  const [[west, south], [east, north]] = map.getBounds().toArray()
  const lats = { south: Math.max(-90, south), north: Math.min(90, north) }
  if (east - west >= 360) return { ...lats, west: -180, east: 180 }
  return { ...lats, west: roundedLng(west), east: roundedLng(east) }
}
