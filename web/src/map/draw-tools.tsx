import type { Criteria } from '@dooryard/contract/criteria'
import type { Bounds } from '@dooryard/contract/map'
import { UnstyledButton } from '@mantine/core'
import { Circle, Pentagon, Square, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { CheckBox } from '../criteria/check-box.tsx'
import { type AreaId, areasOf, hasAreas, hasPlaces, hasRoom, maxAreas, maxMiles, onlyAreas, withView } from './areas.ts'
import { DrawHint } from './draw-hint.tsx'
import { roundedMiles } from './geometry.ts'
import frame from './map.module.css'
import { Tool } from './map-frame.tsx'
import classes from './map-tools.module.css'
import type { Drawing, Shape } from './use-drawing.ts'

type Given = {
  drawing: Drawing
  location: Criteria['location']
  /** The places that an area has taken the place of. */
  leftOut: Criteria['location']
  onLocation: (location: Criteria['location']) => void
}

const shapes = [
  { shape: 'circle', label: 'Draw a circle', Icon: Circle },
  { shape: 'rectangle', label: 'Draw a rectangle', Icon: Square },
  { shape: 'polygon', label: 'Draw a shape', Icon: Pentagon },
] as const

function Shapes({ drawing, location }: Pick<Given, 'drawing' | 'location'>) {
  const isOn = (shape: Shape) => drawing.task !== undefined && 'draw' in drawing.task && drawing.task.draw === shape
  const isFull = (shape: Shape) => shape !== 'circle' && !hasRoom(location)
  return (
    <fieldset className={classes.group} aria-label="Draw an area to search">
      {shapes.map(({ shape, label, Icon }) => (
        <Tool
          key={shape}
          label={isFull(shape) ? `At most ${maxAreas} areas` : label}
          isPressed={isOn(shape)}
          isDisabled={isFull(shape)}
          onClick={() => drawing.start(shape)}
        >
          <Icon size={16} aria-hidden="true" />
        </Tool>
      ))}
    </fieldset>
  )
}

/** Each area that is searched, to edit it or take it away without a pointer. */
function AreaChips({ drawing, location }: Pick<Given, 'drawing' | 'location'>) {
  const areas = areasOf(location)
  const nameOf = (id: AreaId) =>
    id === 'near' ? `Circle, ${roundedMiles(location?.near?.miles ?? 0)} mi` : `Area ${id + 1}`
  const edited = drawing.task && 'edit' in drawing.task ? drawing.task.edit : undefined
  return areas.map(({ id }) => (
    <div key={id} className={classes.chip} data-active={id === edited || undefined}>
      <UnstyledButton
        className={classes.chipText}
        fz={13}
        aria-pressed={id === edited}
        aria-label={`Edit ${nameOf(id)}`}
        onClick={() => drawing.edit(id)}
      >
        {nameOf(id)}
      </UnstyledButton>
      <UnstyledButton
        className={classes.chipEnd}
        aria-label={`Remove ${nameOf(id)}`}
        onClick={() => drawing.remove(id)}
      >
        <X size={14} aria-hidden="true" />
      </UnstyledButton>
    </div>
  ))
}

type SearchHereProps = Pick<Given, 'location' | 'onLocation'> & {
  bounds: Bounds | undefined
  /** Whether the user has moved the map since it was last searched. */
  wasMoved: boolean
  onSearched: () => void
  follow: boolean
  onFollow: (isOn: boolean) => void
}

/** Searches what the map shows: once, or at each move. */
function SearchHere({ location, onLocation, bounds, wasMoved, onSearched, follow, onFollow }: SearchHereProps) {
  const search = useEffectEvent(() => {
    if (!bounds) return
    onSearched()
    onLocation(withView(location, bounds))
  })
  const isDue = follow && wasMoved
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place that the map comes to rest at is searched
  useEffect(() => {
    if (isDue) search()
  }, [isDue, bounds])
  if (!wasMoved && !follow) return null
  return (
    <div className={`${classes.card} ${classes.search}`}>
      {!follow && (
        <UnstyledButton className={classes.searchNow} fz={13} onClick={() => search()}>
          Search this area
        </UnstyledButton>
      )}
      <CheckBox label="Search as I move" checked={follow} onChange={onFollow} />
    </div>
  )
}

/** Places and areas are any-of, which somebody who draws one may not expect: says which are searched, and offers the other. */
function PlacesToo({ location, leftOut, onLocation }: Pick<Given, 'location' | 'leftOut' | 'onLocation'>) {
  if (!location || !hasAreas(location)) return null
  const isBoth = hasPlaces(location)
  if (!isBoth && !leftOut) return null
  return (
    <div className={`${classes.card} ${classes.hint}`} role="status">
      {isBoth ? 'The places you chose are searched too.' : 'The places you chose are left out.'}
      <button
        type="button"
        className={classes.hintButton}
        onClick={() => onLocation(isBoth ? onlyAreas(location) : { ...leftOut, ...location })}
      >
        {isBoth ? 'Only in this area' : 'Search them too'}
      </button>
    </div>
  )
}

/** The tools to draw areas, the areas there are, and the search of what is in view. */
export function DrawTools(props: Given & SearchHereProps) {
  const { drawing } = props
  return (
    <div className={frame.top}>
      <Shapes {...props} />
      {drawing.task ? <DrawHint drawing={drawing} maxMiles={maxMiles} /> : <SearchHere {...props} />}
      <AreaChips {...props} />
      {!drawing.task && <PlacesToo {...props} />}
    </div>
  )
}
