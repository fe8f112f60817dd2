import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { distances } from '@dooryard/contract/properties/filters'
import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { pluralize } from '../../lib/format/format.ts'
import { setCriteriaValue } from '../edit-criteria.ts'
import { getPointName } from './place-names.ts'
import { type NamedPoint, PointField } from './point-field.tsx'
import { PickedPill } from './type-ahead.tsx'

type NearFieldProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

/** "Near" an address covers less than "near" a city. */
const defaultMiles = { position: 1, address: 1, zips: 5, cities: 10 }

/** A radius in miles around an address, a city or a ZIP code: draws a circle without a map. */
export function NearField({ criteria, onChange }: NearFieldProps) {
  const near = criteria.location?.near
  const [miles, setMiles] = useState<number>()
  const set = (next: typeof near) => onChange(setCriteriaValue(criteria, 'location', 'near', next))
  const shown = near?.miles ?? miles ?? defaultMiles.address
  const suggestionGroups = [...new Set([...distances, shown])].sort((one, other) => one - other)
  const setRadius = (next: number) => {
    setMiles(next)
    if (near) set({ ...near, miles: next })
  }
  const pick = ({ kind, lat, lng }: NamedPoint) => set({ lat, lng, miles: near?.miles ?? miles ?? defaultMiles[kind] })
  const name = near && (getPointName(near) ?? 'A point on the map')
  return (
    <Stack gap={6}>
      <Group gap={8} fz="sm" fw={500}>
        <span aria-hidden="true">Within</span>
        <NativeSelect
          size="xs"
          w={116}
          aria-label="Within how many miles"
          data={suggestionGroups.map((value) => ({ value: String(value), label: pluralize(value, 'mile') }))}
          value={String(shown)}
          onChange={({ currentTarget }) => setRadius(Number(currentTarget.value))}
        />
        <span aria-hidden="true">of</span>
      </Group>
      <PointField label="Near an address, city or ZIP" name={name} onPick={pick} onClear={() => set(undefined)} />
    </Stack>
  )
}

export function DrawnAreas({ criteria, onChange }: NearFieldProps) {
  const areas = criteria.location?.polygons ?? []
  if (areas.length === 0) return null
  const remove = (area: object) => {
    const others = areas.filter((other) => other !== area)
    onChange(setCriteriaValue(criteria, 'location', 'polygons', others))
  }
  return (
    <div>
      <Text fz="sm" fw={500} lh="18px" mb={6}>
        Drawn on the map
      </Text>
      <Group component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
        {areas.map((area, at) => (
          <li key={JSON.stringify(area.coordinates)}>
            <PickedPill name={`Area ${at + 1}`} onRemove={() => remove(area)} />
          </li>
        ))}
      </Group>
    </div>
  )
}
