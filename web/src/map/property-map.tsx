import type { MapPoint } from '@dooryard/contract/properties/map'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useUser } from '../lib/session/use-user.ts'
import { applyMapChange, hasAreas, hasPlaces, type Location, pickPlaces } from './draw/areas.ts'
import { DrawTools } from './draw/draw-tools.tsx'
import { useDrawing } from './draw/use-drawing.ts'
import { useMatchLayers } from './layers/match-layers.ts'
import { useMatches } from './map.data.ts'
import type { MapView, PropertyMapProps, ShownPoint } from './map-props.ts'
import { LayersMenu } from './overlays/layers-menu.tsx'
import { formatMapLayers, type MapLayers, parseMapLayers } from './overlays/map-layers.ts'
import { useParcels } from './parcels/use-parcels.ts'
import { PointTip } from './pointer/map-tip.tsx'
import { useMatchPointer } from './pointer/use-pointer.ts'
import { leaveFullScreen } from './tools/full-screen.ts'
import { MapFooter } from './view/map-footer.tsx'
import { MapFrame } from './view/map-frame.tsx'
import { useCamera, useViewport } from './view/use-camera.ts'
import { useMap } from './view/use-map.ts'

const MapOverlay = lazy(async () => ({ default: (await import('./overlays/map-overlay.tsx')).MapOverlay }))
// For several properties in one place, which few clicks hit.
const PointList = lazy(async () => ({ default: (await import('./pointer/point-list.tsx')).PointList }))

/**
 * Passes on changes made on the map and recognizes them, so that a change made by drawing does not move the map.
 * `replacedPlaces` are the places that an area has replaced.
 */
function useMapLocation({ criteria: { location: before }, onLocation }: PropertyMapProps) {
  const drawn = useRef<string>(undefined)
  const [replacedPlaces, setReplacedPlaces] = useState<Location>()
  const [hadAreas, setHadAreas] = useState(hasAreas(before))
  if (hadAreas !== hasAreas(before)) {
    setHadAreas(hasAreas(before))
    // The areas are gone, and so are the places they replaced.
    if (hadAreas) setReplacedPlaces(undefined)
  }
  return {
    leftOut: hasPlaces(before) ? undefined : replacedPlaces,
    onLocation: (drawnNext: Location | undefined) => {
      const next = applyMapChange(before, drawnNext, replacedPlaces)
      if (before && hasPlaces(before) && !hasPlaces(next)) setReplacedPlaces(pickPlaces(before))
      drawn.current = JSON.stringify(next)
      onLocation(next)
    },
    isOwn: () => drawn.current !== undefined && drawn.current === JSON.stringify(before),
  }
}

const noPoints: readonly MapPoint[] = []

/** What the map shows, which the URL keeps. Heat is drawn in place of the matches it is made of. */
function useMapLayers({ layers: text, onLayers }: Pick<PropertyMapProps, 'layers' | 'onLayers'>) {
  const canShowLeads = useUser().role !== 'SUPER_ADMIN'
  const layers = useMemo(() => parseMapLayers(text, canShowLeads), [text, canShowLeads])
  const areMatchesShown = layers.matches && layers.overlay !== 'heat'
  return { layers, areMatchesShown, canShowLeads, onLayers: (next: MapLayers) => onLayers(formatMapLayers(next)) }
}

export function PropertyMapCanvas(props: PropertyMapProps) {
  const { criteria, isWanted, view, active, selected, onView, onActive, onSelect, follow, onFollow } = props
  const onOpen = (propertyId: string) => {
    leaveFullScreen()
    props.onOpen(propertyId)
  }
  const { location } = criteria
  const map = useMap({ label: 'Map of the properties that match', view })
  const { canvas } = map
  const [wasMoved, setMoved] = useState(false)
  const lastView = useRef<MapView>(undefined)
  const viewport = useViewport(canvas, view !== undefined, (at, bounds, by) => {
    lastView.current = at
    if (by === 'user') setMoved(true)
    onView(at, bounds, by)
  })
  const { onLocation, isOwn, leftOut: replacedPlaces } = useMapLocation(props)
  const matches = useMatches(criteria, viewport, isWanted)
  const camera = useCamera(canvas, { criteria, isWanted, view, lastView, isOwn })
  const drawing = useDrawing(canvas, location, onLocation)
  const { data: answer } = matches
  const points = useMemo(() => (answer && 'points' in answer ? answer.points : noPoints), [answer])
  const { layers, areMatchesShown, canShowLeads, onLayers } = useMapLayers(props)
  const [overlayPoints, setOverlayPoints] = useState<readonly ShownPoint[]>(noPoints)
  const matched = areMatchesShown ? points : noPoints
  const shown = useMemo((): readonly ShownPoint[] => {
    const ids = new Set(overlayPoints.map(({ propertyId }) => propertyId))
    return [...overlayPoints, ...matched.filter(({ propertyId }) => !ids.has(propertyId))]
  }, [overlayPoints, matched])
  const { hovered, list, closeList } = useMatchPointer(canvas, shown, {
    isOff: drawing.task !== undefined,
    isSpent: drawing.hasJustEnded,
    onActive,
    onOpen,
    onSelect,
    onArea: drawing.toggleEdit,
  })
  const ringed = hovered?.propertyId ?? active
  // Before the other layers, which lie on top.
  const isOutlined = useParcels(canvas, {
    ...{ points: matched, selected, active: ringed, isVisible: layers.parcels },
  })
  useMatchLayers(canvas, {
    ...{ answer, points: shown, selected, active: ringed, isOutlined, isVisible: areMatchesShown },
    ...{ location, edited: drawing.task?.edit },
  })

  return (
    <MapFrame
      {...map}
      fit={{ label: 'Fit to results (F)', isBusy: camera.isFitting, onFit: camera.fit }}
      top={
        <>
          <LayersMenu {...{ layers, onLayers, canShowLeads }} />
          <DrawTools
            {...{ criteria, drawing, location, replacedPlaces, onLocation, wasMoved, follow, onFollow }}
            bounds={viewport?.bounds}
            onSearched={() => setMoved(false)}
          />
        </>
      }
      bottom={
        <MapFooter {...{ matches, criteria, areMatchesShown }}>
          {canvas && layers.overlay !== 'none' && (
            <Suspense fallback={null}>
              <MapOverlay {...{ canvas, viewport, answer }} overlay={layers.overlay} onPoints={setOverlayPoints} />
            </Suspense>
          )}
        </MapFooter>
      }
    >
      {canvas && hovered && !list && <PointTip map={canvas.map} point={hovered} />}
      {canvas && list && (
        <Suspense fallback={null}>
          <PointList map={canvas.map} points={list} {...{ selected, onSelect, onOpen, onActive }} onClose={closeList} />
        </Suspense>
      )}
    </MapFrame>
  )
}
