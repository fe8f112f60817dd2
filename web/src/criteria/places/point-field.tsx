import { useState } from 'react'
import { formatCityLine, formatStreetLine } from '../../lib/format/address.ts'
import { rememberPoint } from './place-names.ts'
import { useAddresses, usePlaces } from './places.data.ts'
import { formatPosition, parsePosition } from './position.ts'
import box from './type-ahead.module.css'
import { PickedPill, TypeAhead } from './type-ahead.tsx'
import { getFirstSuggestion } from './use-combobox-keys.ts'

const kinds = ['cities', 'zips'] as const

export type NamedPoint = {
  kind: 'position' | 'address' | (typeof kinds)[number]
  id: string
  label: string
  lat: number
  lng: number
}

/** Suggestions by coordinates, address, city or ZIP, as far as their location is known. */
function usePointSuggestions(search: string, isOpen: boolean) {
  const addresses = useAddresses(search, isOpen)
  const places = usePlaces(search, isOpen && search.trim() !== '', kinds)
  const position = parsePosition(search)
  const typed: NamedPoint[] = position
    ? [{ kind: 'position', id: 'position', label: formatPosition(position), ...position }]
    : []
  const known = addresses.items.flatMap(({ lat, lng, ...row }): NamedPoint[] =>
    lat === null || lng === null
      ? []
      : [
          {
            kind: 'address',
            id: `address.${row.propertyId}`,
            label: `${formatStreetLine(row)}, ${formatCityLine(row)}`,
            lat,
            lng,
          },
        ],
  )
  const named = kinds.map((kind) => ({
    label: kind === 'cities' ? 'Cities' : 'ZIP codes',
    suggestions: (places.groups.find((group) => group.kind === kind)?.items ?? []).flatMap(
      ({ value, label, lat, lng }): NamedPoint[] =>
        lat === undefined || lng === undefined ? [] : [{ kind, id: `${kind}.${value}`, label, lat, lng }],
    ),
  }))
  const all =
    search.trim() === ''
      ? []
      : [{ label: 'Position', suggestions: typed }, { label: 'Addresses', suggestions: known }, ...named]
  return {
    groups: all.filter(({ suggestions }) => suggestions.length > 0),
    isLoading: addresses.isLoading || places.isLoading,
    isSettled: addresses.isSettled && places.isSettled,
  }
}

type PointFieldProps = {
  label: string
  /** The name of the chosen point, if there is one. */
  name: string | undefined
  onPick: (point: NamedPoint) => void
  onClear: () => void
}

/** Picks a point by coordinates, address, city or ZIP, and remembers its name. */
export function PointField({ label, name, onPick, onClear }: PointFieldProps) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { groups, isLoading, isSettled } = usePointSuggestions(search, isOpen)
  const pick = (id: string) => {
    const point = groups.flatMap(({ suggestions }) => suggestions).find((suggestion) => suggestion.id === id)
    if (!point) return
    const { lat, lng } = point
    rememberPoint({ lat, lng }, point.label)
    setSearch('')
    onPick(point)
  }
  return (
    <div className={box.frame}>
      {name && <PickedPill name={name} onRemove={onClear} />}
      <TypeAhead
        label={label}
        listLabel="Addresses and places"
        placeholder={name ? 'Change location' : 'Address, city, ZIP, or latitude, longitude'}
        text={search}
        onText={setSearch}
        onOpen={setOpen}
        groups={groups}
        isSettled={isSettled}
        first={getFirstSuggestion(groups, search)}
        empty={formatEmpty(search, isLoading)}
        closesOnPick
        onPick={pick}
        onBack={() => name && onClear()}
      />
    </div>
  )
}

function formatEmpty(search: string, isLoading: boolean) {
  if (search.trim() === '') return 'Type a house number and street, a city, a ZIP, or latitude, longitude'
  return isLoading ? 'Looking…' : 'No addresses found'
}
