import { CloseButton, Group, Text, UnstyledButton } from '@mantine/core'
import type { MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { CheckBox } from '../../criteria/inputs/check-box.tsx'
import { pluralize } from '../../lib/format/format.ts'
import { getSignalGroup, listSignalLabels } from '../layers/signal-groups.ts'
import mapClasses from '../map.module.css'
import type { PropertyMapProps, ShownPoint } from '../map-props.ts'
import { SignalDot } from '../view/map-footer.tsx'
import { formatAddress, usePopupPosition } from './map-tip.tsx'
import classes from './point-list.module.css'

type PointListProps = Pick<PropertyMapProps, 'selected' | 'onSelect' | 'onOpen' | 'onActive'> & {
  map: MapLibreMap
  points: readonly ShownPoint[]
  onClose: () => void
}

export function PointList({ map, points, onClose, ...line }: PointListProps) {
  const box = usePopupPosition(map, points[0] ?? { lat: 0, lng: 0 })
  useEffect(() => box.current?.querySelector<HTMLElement>('li button')?.focus(), [box])
  const close = () => {
    onClose()
    map.getCanvas().focus()
  }
  const title = `${pluralize(points.length, 'property', 'properties')} here`
  return (
    <div
      ref={box}
      className={`${mapClasses.popup} ${classes.list}`}
      role="dialog"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <Group className={classes.head} justify="space-between" gap={8} wrap="nowrap" pl={12} pr={4} py={4} fw={600}>
        {title}
        <CloseButton size={28} aria-label="Close the list" onClick={close} />
      </Group>
      <ul>
        {points.map((point) => (
          <PointLine key={point.propertyId} point={point} {...line} />
        ))}
      </ul>
    </div>
  )
}

type PointLineProps = Omit<PointListProps, 'map' | 'points' | 'onClose'> & { point: ShownPoint }

/** One of the properties: a click opens it, its checkbox selects it as in the table. */
function PointLine({ point, selected, onSelect, onOpen, onActive }: PointLineProps) {
  const { propertyId, signals, note } = point
  const isSelected = selected?.has(propertyId) ?? false
  return (
    <li
      onMouseEnter={() => onActive(propertyId)}
      onMouseLeave={() => onActive(undefined)}
      data-selected={isSelected || undefined}
    >
      {onSelect && (
        <CheckBox
          label={`Select ${formatAddress(point)}`}
          isLabelHidden
          checked={isSelected}
          onChange={() => onSelect(propertyId)}
        />
      )}
      <UnstyledButton className={classes.item} fz={13} lh="18px" onClick={() => onOpen(propertyId)}>
        <SignalDot group={getSignalGroup(signals)} mt={4} />
        <span>
          {formatAddress(point)}
          <Text span display="block" fz={13} lh="18px" c="dimmed">
            {note ?? listSignalLabels(signals).join(' · ')}
          </Text>
        </span>
      </UnstyledButton>
    </li>
  )
}
