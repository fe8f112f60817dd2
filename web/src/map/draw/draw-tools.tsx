import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Bounds } from '@dooryard/contract/properties/map'
import { Group, UnstyledButton } from '@mantine/core'
import { Circle, Pentagon, Square, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useLatestCount } from '../../criteria/count/count.data.ts'
import { CheckBox } from '../../criteria/inputs/check-box.tsx'
import { formatNumber } from '../../lib/format/format.ts'
import classes from '../map.module.css'
import { MapNote, MapNoteButton, MapToolButton } from '../view/map-note.tsx'
import {
  type AreaId,
  canAddArea,
  getAreas,
  hasAreas,
  hasPlaces,
  type Location,
  maxAreas,
  maxMiles,
  pickAreas,
  replaceAreasWithView,
} from './areas.ts'
import { roundMiles } from './geometry.ts'
import type { Drawing } from './use-drawing.ts'

const AddToList = lazy(async () => ({ default: (await import('../../criteria/lists/add-to-list.tsx')).AddToList }))

type DrawToolsProps = {
  criteria: Criteria
  drawing: Drawing
  location: Location | undefined
  /** The places that an area has replaced. */
  replacedPlaces: Location | undefined
  onLocation: (location: Location | undefined) => void
  bounds: Bounds | undefined
  /** Whether the user has moved the map since it was last searched. */
  wasMoved: boolean
  onSearched: () => void
  follow: boolean
  onFollow: (isOn: boolean) => void
}

export function DrawTools(props: DrawToolsProps) {
  const isBusy = props.drawing.task !== undefined
  return (
    <>
      <ShapeButtons {...props} />
      {isBusy ? <DrawHint {...props} /> : <SearchHere {...props} />}
      <AreaChips {...props} />
      {!isBusy && <AddAreaToList criteria={props.criteria} />}
      {!isBusy && <PlacesNotice {...props} />}
    </>
  )
}

const shapes = [
  { shape: 'circle', label: 'Draw a circle', hint: 'Drag from the middle outward, or click twice.', Icon: Circle },
  { shape: 'rectangle', label: 'Draw a rectangle', hint: 'Drag from corner to corner, or click twice.', Icon: Square },
  {
    shape: 'polygon',
    label: 'Draw a shape',
    hint: 'Click each corner, and the first one again to finish.',
    Icon: Pentagon,
  },
] as const

const ShapeButtons = ({ drawing, location }: DrawToolsProps) => (
  <fieldset className={classes.group} aria-label="Draw an area to search">
    {shapes.map(({ shape, label, Icon }) => {
      const isFull = shape !== 'circle' && !canAddArea(location)
      return (
        <MapToolButton
          key={shape}
          label={isFull ? `At most ${maxAreas} areas` : label}
          aria-pressed={drawing.task?.draw === shape}
          disabled={isFull}
          onClick={() => drawing.toggleDraw(shape)}
        >
          <Icon size={16} aria-hidden="true" />
        </MapToolButton>
      )
    })}
  </fieldset>
)

function getDrawHint({ draw, edit }: NonNullable<Drawing['task']>) {
  if (draw) return shapes.find(({ shape }) => shape === draw)?.hint
  return edit === 'near'
    ? 'Drag the circle to move it, a handle to resize it.'
    : 'Drag the area or its corners; drag a small dot to add a corner.'
}

function DrawHint({ drawing: { task, miles = 0, isReady, remove, end } }: DrawToolsProps) {
  if (!task) return null
  const { edit } = task
  return (
    <MapNote>
      <span role="status">
        {isReady ? getDrawHint(task) : 'One moment…'}
        {miles > maxMiles && ` A circle has at most ${maxMiles} miles.`}
      </span>
      {miles > 0 && <strong className="numbers">{roundMiles(Math.min(miles, maxMiles))} miles</strong>}
      {edit !== undefined && <MapNoteButton onClick={() => remove(edit)}>Remove</MapNoteButton>}
      <MapNoteButton onClick={end}>{edit === undefined ? 'Cancel' : 'Done'}</MapNoteButton>
    </MapNote>
  )
}

/** Adds all that match in the drawn areas to a list. */
function AddAreaToList({ criteria }: Pick<DrawToolsProps, 'criteria'>) {
  const count = useLatestCount(criteria)?.count
  const areas = getAreas(criteria.location).length
  if (areas === 0 || count === 0) return null
  const where = areas === 1 ? 'this area' : 'these areas'
  return (
    <Suspense fallback={null}>
      <AddToList
        properties={{ criteria }}
        label={count === undefined ? `Add ${where} to a list` : `Add the ${formatNumber(count)} in ${where} to a list`}
        isDisabled={count === undefined}
        button={{ size: 'xs', h: 34, fw: 500 }}
      />
    </Suspense>
  )
}

/** The searched areas, to edit or remove them without a pointer. */
function AreaChips({ drawing, location }: DrawToolsProps) {
  const labelFor = (id: AreaId) =>
    id === 'near' ? `Circle, ${roundMiles(location?.near?.miles ?? 0)} mi` : `Area ${id + 1}`
  return getAreas(location).map(({ id }) => {
    const isEdited = id === drawing.task?.edit
    const label = labelFor(id)
    return (
      <div key={id} className={classes.chip} data-active={isEdited || undefined}>
        <UnstyledButton
          fz={13}
          pr={4}
          aria-pressed={isEdited}
          aria-label={`Edit ${label}`}
          onClick={() => drawing.toggleEdit(id)}
        >
          {label}
        </UnstyledButton>
        <UnstyledButton px={7} c="dimmed" aria-label={`Remove ${label}`} onClick={() => drawing.remove(id)}>
          <X size={14} aria-hidden="true" />
        </UnstyledButton>
      </div>
    )
  })
}

function SearchHere({ location, onLocation, bounds, wasMoved, onSearched, follow, onFollow }: DrawToolsProps) {
  const search = useEffectEvent(() => {
    if (!bounds) return
    onSearched()
    onLocation(replaceAreasWithView(location, bounds))
  })
  const isDue = follow && wasMoved
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place that the map comes to rest at is searched
  useEffect(() => {
    if (isDue) search()
  }, [isDue, bounds])
  if (!wasMoved && !follow) return null
  return (
    <div className={classes.chip}>
      {!follow && (
        <UnstyledButton fz={13} fw={500} c="var(--mantine-color-brand-light-color)" onClick={() => search()}>
          Search this area
        </UnstyledButton>
      )}
      <Group pl={follow ? 10 : 12} pr={10}>
        <CheckBox label="Search as I move" checked={follow} onChange={onFollow} />
      </Group>
    </div>
  )
}

/** Places and areas are alternatives, which users may not expect: says which are searched, and lets the user switch. */
function PlacesNotice({ location, replacedPlaces, onLocation }: DrawToolsProps) {
  if (!location || !hasAreas(location)) return null
  const isBoth = hasPlaces(location)
  if (!isBoth && !replacedPlaces) return null
  return (
    <MapNote role="status">
      {isBoth ? 'The places you chose are searched too.' : 'The places you chose are not searched.'}
      <MapNoteButton onClick={() => onLocation(isBoth ? pickAreas(location) : { ...replacedPlaces, ...location })}>
        {isBoth ? 'Only in this area' : 'Search them too'}
      </MapNoteButton>
    </MapNote>
  )
}
