import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { distances } from '@dooryard/contract/properties/filters'
import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatCityLine, formatStreetLine } from '../../lib/format/address.ts'
import { pluralize } from '../../lib/format/format.ts'
import { setCriteriaValue } from '../edit-criteria.ts'
import { getPointName, rememberPoint } from './place-names.ts'
import { useAddresses, usePlaces } from './places.data.ts'
import box from './type-ahead.module.css'
import { PickedPill, TypeAhead } from './type-ahead.tsx'
import { getFirstSuggestion } from './use-combobox-keys.ts'

type NearFieldProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }
type NamedPoint = { id: string; label: string; lat: number; lng: number }

/** "Near" an address covers less than "near" a city. */
const defaultMiles = { address: 1, zips: 5, cities: 10 }

/** Suggestions by address, city or ZIP, as far as their location is known. */
function usePointSuggestions(search: string, isOpen: boolean) {
  const addresses = useAddresses(search, isOpen)
  const places = usePlaces(search, isOpen && search.trim() !== '', ['cities', 'zips'])
  const known = addresses.items.flatMap(({ lat, lng, ...row }) =>
    lat === null || lng === null
      ? []
      : [{ id: `address.${row.propertyId}`, label: `${formatStreetLine(row)}, ${formatCityLine(row)}`, lat, lng }],
  )
  const named = places.groups.flatMap(({ kind, items }) => ({
    label: kind === 'cities' ? 'Cities' : 'ZIP codes',
    suggestions: items.flatMap(({ value, label, lat, lng }): NamedPoint[] =>
      lat === undefined || lng === undefined ? [] : [{ id: `${kind}.${value}`, label, lat, lng }],
    ),
  }))
  const all = search.trim() === '' ? [] : [{ label: 'Addresses', suggestions: known }, ...named]
  return {
    groups: all.filter(({ suggestions }) => suggestions.length > 0),
    isLoading: addresses.isLoading || places.isLoading,
    isSettled: addresses.isSettled && places.isSettled,
  }
}

/** A radius in miles around an address, a city or a ZIP code: draws a circle without a map. */
export function NearField({ criteria, onChange }: NearFieldProps) {
  const near = criteria.location?.near
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [miles, setMiles] = useState<number>()
  const { groups, isLoading, isSettled } = usePointSuggestions(search, isOpen)
  const set = (next: typeof near) => onChange(setCriteriaValue(criteria, 'location', 'near', next))
  const shown = near?.miles ?? miles ?? defaultMiles.address
  const suggestionGroups = [...new Set([...distances, shown])].sort((one, other) => one - other)
  const setRadius = (next: number) => {
    setMiles(next)
    if (near) set({ ...near, miles: next })
  }
  const pick = (id: string) => {
    const point = groups.flatMap(({ suggestions }) => suggestions).find((suggestion) => suggestion.id === id)
    if (!point) return
    const { lat, lng, label } = point
    rememberPoint({ lat, lng }, label)
    setSearch('')
    const kind = id.startsWith('cities.') ? 'cities' : id.startsWith('zips.') ? 'zips' : 'address'
    set({ lat, lng, miles: near?.miles ?? miles ?? defaultMiles[kind] })
  }
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
      <div className={box.frame}>
        {name && <PickedPill name={name} onRemove={() => set(undefined)} />}
        <TypeAhead
          label="Near an address, city or ZIP"
          listLabel="Addresses and places"
          placeholder={near ? 'Elsewhere' : 'Address, city or ZIP'}
          text={search}
          onText={setSearch}
          onOpen={setOpen}
          groups={groups}
          isSettled={isSettled}
          first={getFirstSuggestion(groups, search)}
          empty={formatEmpty(search, isLoading)}
          closesOnPick
          onPick={pick}
          onBack={() => near && set(undefined)}
        />
      </div>
    </Stack>
  )
}

function formatEmpty(search: string, isLoading: boolean) {
  if (search.trim() === '') return 'Type a house number and street, a city or a ZIP'
  return isLoading ? 'Looking…' : 'Nothing of that name is known here'
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
