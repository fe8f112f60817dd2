import type { MapPoint } from '@dooryard/contract/map'
import { CloseButton, UnstyledButton } from '@mantine/core'
import type { MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { CheckBox } from '../criteria/check-box.tsx'
import { plural } from '../lib/format.ts'
import type { PropertyMapProps } from './map-props.ts'
import classes from './point-list.module.css'
import { addressOf } from './point-tip.tsx'
import dots from './signal-dot.module.css'
import { groupOf, signalWords } from './signal-groups.ts'
import { useBeside } from './use-beside.ts'

type PointListProps = Pick<PropertyMapProps, 'selected' | 'onSelect' | 'onOpen' | 'onActive'> & {
  map: MapLibreMap
  points: readonly MapPoint[]
  onClose: () => void
}

/** Properties that stand in one place, as the units of a building do. */
export function PointList({ map, points, onClose, ...acts }: PointListProps) {
  const box = useBeside(map, points[0] ?? { lat: 0, lng: 0 })
  useEffect(() => box.current?.querySelector<HTMLElement>('li button')?.focus(), [box])
  const close = () => {
    onClose()
    map.getCanvas().focus()
  }
  const title = `${plural(points.length, 'property', 'properties')} here`
  return (
    <div
      ref={box}
      className={classes.list}
      role="dialog"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <div className={classes.head}>
        {title}
        <CloseButton size={28} aria-label="Close the list" onClick={close} />
      </div>
      <ul className={classes.items}>
        {points.map((point) => (
          <PointLine key={point.propertyId} point={point} {...acts} />
        ))}
      </ul>
    </div>
  )
}

type PointLineProps = Omit<PointListProps, 'map' | 'points' | 'onClose'> & { point: MapPoint }

/** One of the properties: a click opens it, its box selects it as the one in the table does. */
function PointLine({ point, selected, onSelect, onOpen, onActive }: PointLineProps) {
  const { propertyId, signals } = point
  return (
    <li
      className={classes.line}
      onMouseEnter={() => onActive(propertyId)}
      onMouseLeave={() => onActive(undefined)}
      data-selected={selected?.has(propertyId) || undefined}
    >
      {onSelect && (
        <CheckBox
          label={`Select ${addressOf(point)}`}
          isLabelHidden
          checked={selected?.has(propertyId) ?? false}
          onChange={() => onSelect(propertyId)}
        />
      )}
      <UnstyledButton className={classes.item} onClick={() => onOpen(propertyId)}>
        <span className={`${dots.dot} ${classes.dot}`} data-group={groupOf(signals)} />
        <span>
          {addressOf(point)}
          <span className={classes.signals}>{signalWords(signals).join(' · ')}</span>
        </span>
      </UnstyledButton>
    </li>
  )
}
