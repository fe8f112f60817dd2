import '../maplibre.css'
import { useQuery } from '@tanstack/react-query'
import { MapLibreMap, type MapOptions, ScaleControl, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { portalInfoQuery } from '../../lib/portal-info.ts'
import { baseStyle, loadBase, ownFont, paintBase, updateStreets } from '../layers/base-style.ts'
import { type Palette, usePalette } from '../layers/palette.ts'
import type { MapView } from '../map-props.ts'
import { contiguousUsBounds, toBox } from './fit.ts'

setWorkerUrl(workerUrl)

/** A map with its base style loaded, ready for layers. */
export type MapCanvas = { map: MapLibreMap; palette: Palette; font: string[] }

type UseMapOptions = {
  label: string
  view: MapView | undefined
  /** Whether a wheel and one finger scroll the page and leave the map. */
  isInPage?: boolean | undefined
}

const buildMapOptions = ({
  label,
  view,
  isInPage = false,
}: UseMapOptions): Omit<MapOptions, 'container' | 'style'> => ({
  ...(view ? { center: [view.lng, view.lat], zoom: view.zoom } : { bounds: toBox(contiguousUsBounds) }),
  locale: { 'Map.Title': label },
  minZoom: 1.5,
  maxZoom: 19,
  cooperativeGestures: isInPage,
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  maxPitch: 0,
  fadeDuration: 0,
})

/** The fonts of a style that has its own, or those of the page. */
function getFont(map: MapLibreMap): string[] {
  const { glyphs, layers } = map.getStyle()
  if (!glyphs) return ownFont
  const fonts = layers.map((layer) => (layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined))
  const plain = fonts.find((font) => Array.isArray(font) && font.every((name) => /^[A-Z]/.test(String(name))))
  return (plain as string[] | undefined) ?? ['Open Sans Regular', 'Arial Unicode MS Regular']
}

/** Falls back to the built-in style when the configured style cannot be loaded. */
function fallBack(map: MapLibreMap, buildStyle: () => StyleSpecification) {
  let isSettled = false
  map.once('style.load', () => {
    isSettled = true
  })
  map.on('error', ({ error }) => {
    if (isSettled) return
    isSettled = true
    console.warn('The style of the map could not be loaded.', error)
    map.setStyle(buildStyle())
  })
}

/** A map in a container, available once its style is loaded; `isLost` while the browser cannot draw it. */
export function useMap(options: UseMapOptions) {
  const [container, setContainer] = useState<HTMLDivElement | null>(null)
  const [map, setMap] = useState<MapLibreMap>()
  const [isLost, setLost] = useState(false)
  const palette = usePalette()
  const { isKnown, styleUrl, streets } = useBase()
  const getPalette = useEffectEvent(() => palette)
  const getStreets = useEffectEvent(() => streets)
  const getOptions = useEffectEvent(() => buildMapOptions(options))

  useEffect(() => {
    if (map) paintBase(map, palette)
  }, [map, palette])
  useEffect(() => {
    if (map && streets) updateStreets(map, getPalette(), streets)
  }, [map, streets])

  useEffect(() => {
    if (!container || !isKnown) return
    const buildStyle = () => baseStyle(getPalette(), getStreets())
    const created = new MapLibreMap({
      ...getOptions(),
      container,
      style: styleUrl ?? buildStyle(),
      // Collapses on a narrow map, and is hidden while there is none.
      attributionControl: {},
    })
    let stop: (() => void) | undefined
    created.touchZoomRotate.disableRotation()
    created.keyboard.disableRotation()
    created.addControl(new ScaleControl({ unit: 'imperial', maxWidth: 88 }), 'bottom-right')
    if (styleUrl) fallBack(created, buildStyle)
    created.once('style.load', () => {
      const isOurs = created.getLayer('water') !== undefined
      if (isOurs) {
        paintBase(created, getPalette())
        stop = loadBase(created)
      }
      setMap(created)
    })
    created.on('webglcontextlost', () => setLost(true))
    created.on('webglcontextrestored', () => setLost(false))
    return () => {
      stop?.()
      setMap(undefined)
      created.remove()
    }
  }, [container, isKnown, styleUrl])

  const canvas = useMemo((): MapCanvas | undefined => map && { map, palette, font: getFont(map) }, [map, palette])
  return { frame: setContainer, canvas, isLost }
}

/** A new demo draws its streets in the background, for which it is asked again now and then. */
const retry = { ms: 10_000, times: 60 }

/** What the map stands on: the configured style, or the built-in one with or without streets. */
function useBase() {
  const { data, isError } = useQuery({
    ...portalInfoQuery(),
    refetchInterval: ({ state: { data: info, dataUpdateCount } }) =>
      info?.isDemo && !info.mapStyleUrl && !info.baseMap && dataUpdateCount < retry.times ? retry.ms : false,
  })
  const isKnown = data !== undefined || isError
  return { isKnown, styleUrl: data?.mapStyleUrl ?? null, streets: data?.baseMap ?? null }
}
