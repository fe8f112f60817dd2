import { Box, Group } from '@mantine/core'
import { X } from 'lucide-react'
import type { MapLibreMap } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { type NamedPoint, PointField } from '../../criteria/places/point-field.tsx'
import classes from '../map.module.css'
import { MapToolButton } from '../view/map-note.tsx'

const zoomByKind: Record<NamedPoint['kind'], number> = { address: 17.5, position: 16, zips: 12.5, cities: 11.5 }

/** A field for an address, a city, a ZIP code or coordinates, to which the map flies. */
export function AddressSearch({ map, onClose }: { map: MapLibreMap; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const onPick = ({ kind, lat, lng }: NamedPoint) => {
    map.flyTo({ center: [lng, lat], zoom: zoomByKind[kind] }, { by: 'user' })
    onClose()
    map.getCanvas().focus()
  }
  return (
    <Group
      ref={box}
      className={classes.search}
      gap={0}
      wrap="nowrap"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <Box flex={1} miw={0}>
        <PointField label="Find on the map" name={undefined} onPick={onPick} onClear={() => undefined} />
      </Box>
      <MapToolButton label="Close the search" onClick={onClose}>
        <X size={16} aria-hidden="true" />
      </MapToolButton>
    </Group>
  )
}
