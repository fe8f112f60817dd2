import type { Criteria } from '@dooryard/contract/criteria'
import type { MapPoint } from '@dooryard/contract/map'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { byMap, hasAreas, hasPlaces, onlyPlaces } from './areas.ts'
import { DrawTools } from './draw-tools.tsx'
import { useMatches } from './map.data.ts'
import classes from './map.module.css'
import { MapFoot } from './map-foot.tsx'
import { MapFrame, ZoomTools } from './map-frame.tsx'
import type { MapView, PropertyMapProps } from './map-props.ts'
import { PointTip } from './point-tip.tsx'
import { useCamera } from './use-camera.ts'
import { useDrawing } from './use-drawing.ts'
import { useLook } from './use-look.ts'
import { useMap } from './use-map.ts'
import { usePointing } from './use-pointing.ts'
import { useShownMatches } from './use-shown-matches.ts'

// Of several properties in one place, which few clicks hit.
const PointList = lazy(async () => ({ default: (await import('./point-list.tsx')).PointList }))

/**
 * Passes on what is searched by the map itself, and knows it again: whoever draws on it looks where they want to. `leftOut`
 * are the places that an area has taken the place of.
 */
function useOwnLocation({ criteria: { location: before }, onLocation }: PropertyMapProps) {
  const drawn = useRef<string>(undefined)
  const [leftOut, setLeftOut] = useState<Criteria['location']>()
  const [hadAreas, setHadAreas] = useState(hasAreas(before))
  if (hadAreas !== hasAreas(before)) {
    setHadAreas(hasAreas(before))
    // The areas are gone, and so is what they took the place of.
    if (hadAreas) setLeftOut(undefined)
  }
  return {
    leftOut: hasPlaces(before) ? undefined : leftOut,
    onLocation: (drawnNext: Criteria['location']) => {
      const next = byMap(before, drawnNext, leftOut)
      if (before && hasPlaces(before) && !hasPlaces(next)) setLeftOut(onlyPlaces(before))
      drawn.current = JSON.stringify(next)
      onLocation(next)
    },
    isOwn: () => drawn.current !== undefined && drawn.current === JSON.stringify(before),
  }
}

/** The map of a search: what matches, the areas that are searched, and the tools to draw them. */
export function PropertyMapCanvas(props: PropertyMapProps) {
  const { criteria, isWanted, view, active, selected, onView, onActive, onOpen, onSelect } = props
  const { frame, canvas, isLost } = useMap({ label: 'Map of the properties that match', view })
  const [wasMoved, setMoved] = useState(false)
  const rested = useRef<MapView>(undefined)
  const look = useLook(canvas, view !== undefined, (at, bounds, by) => {
    rested.current = at
    if (by === 'user') setMoved(true)
    onView(at, bounds, by)
  })
  const { onLocation, isOwn, leftOut } = useOwnLocation(props)
  const matches = useMatches(criteria, look, isWanted)
  const camera = useCamera(canvas, { criteria, isWanted, view, rested, isOwn })
  const drawing = useDrawing(canvas, criteria.location, onLocation)
  const points = useMemo(() => (matches.data && 'points' in matches.data ? matches.data.points : none), [matches.data])
  const pointing = usePointing(canvas, points, {
    isOff: drawing.task !== undefined,
    isSpent: drawing.hasJustEnded,
    onActive,
    onOpen,
    onSelect,
    onArea: drawing.edit,
  })
  useShownMatches(canvas, {
    answer: matches.data,
    points,
    selected,
    ringed: pointing.hovered?.propertyId ?? active,
    location: criteria.location,
    edited: drawing.task && 'edit' in drawing.task ? drawing.task.edit : undefined,
  })

  return (
    <MapFrame frame={frame} isLost={isLost} onFit={camera.fit}>
      <div className={classes.overlay}>
        <DrawTools
          drawing={drawing}
          location={criteria.location}
          leftOut={leftOut}
          onLocation={onLocation}
          bounds={look?.bounds}
          wasMoved={wasMoved}
          onSearched={() => setMoved(false)}
          follow={props.follow}
          onFollow={props.onFollow}
        />
        <div className={classes.side}>
          <ZoomTools
            canvas={canvas}
            fit={{ label: 'Fit to results (F)', isBusy: camera.isFitting, onFit: camera.fit }}
          />
        </div>
        <MapFoot matches={matches} />
      </div>
      {canvas && pointing.hovered && !pointing.list && <PointTip map={canvas.map} point={pointing.hovered} />}
      {canvas && pointing.list && (
        <Suspense fallback={null}>
          <PointList
            map={canvas.map}
            points={pointing.list}
            selected={selected}
            onSelect={onSelect}
            onOpen={onOpen}
            onActive={onActive}
            onClose={pointing.closeList}
          />
        </Suspense>
      )}
    </MapFrame>
  )
}

const none: readonly MapPoint[] = []
