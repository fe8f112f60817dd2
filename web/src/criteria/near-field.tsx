import type { Criteria } from '@dooryard/contract/criteria'
import { distances } from '@dooryard/contract/filters'
import { NativeSelect } from '@mantine/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import { streetLine, townLine } from '../lib/address.ts'
import { plural } from '../lib/format.ts'
import panel from './criteria.module.css'
import { withValue } from './edit.ts'
import classes from './fields.module.css'
import { firstOffer } from './offers.ts'
import { useAddresses, usePlaces } from './places.data.ts'
import { nameOfPoint, rememberPoint } from './point-names.ts'
import box from './type-ahead.module.css'
import { TypeAhead } from './type-ahead.tsx'

type NearFieldProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }
type Point = { id: string; label: string; lat: number; lng: number }

/** What is near an address is far from the edges of its city. */
const usualMiles = { address: 1, zips: 5, cities: 10 }

/** Somewhere by its address, city or ZIP, as far as it is known where that is. */
function usePoints(search: string, isOpen: boolean) {
  const addresses = useAddresses(search, isOpen)
  const places = usePlaces(search, isOpen && search.trim() !== '', ['cities', 'zips'])
  const known = addresses.items.flatMap(({ lat, lng, ...row }) =>
    lat === null || lng === null
      ? []
      : [{ id: `address.${row.propertyId}`, label: `${streetLine(row)}, ${townLine(row)}`, lat, lng }],
  )
  const named = places.groups.flatMap(({ kind, items }) => ({
    label: kind === 'cities' ? 'Cities' : 'ZIP codes',
    offers: items.flatMap(({ value, label, lat, lng }): Point[] =>
      lat === undefined || lng === undefined ? [] : [{ id: `${kind}.${value}`, label, lat, lng }],
    ),
  }))
  const all = search.trim() === '' ? [] : [{ label: 'Addresses', offers: known }, ...named]
  return {
    groups: all.filter(({ offers }) => offers.length > 0),
    isLoading: addresses.isLoading || places.isLoading,
    isSettled: addresses.isSettled && places.isSettled,
  }
}

/** Within so many miles of an address, a city or a ZIP code: the way to draw a circle without a map. */
export function NearField({ criteria, onChange }: NearFieldProps) {
  const near = criteria.location?.near
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [miles, setMiles] = useState<number>()
  const { groups, isLoading, isSettled } = usePoints(search, isOpen)
  const set = (next: typeof near) => onChange(withValue(criteria, 'location', 'near', next))
  const shown = near?.miles ?? miles ?? usualMiles.address
  const offered = [...new Set([...distances, shown])].sort((one, other) => one - other)
  const setRadius = (next: number) => {
    setMiles(next)
    if (near) set({ ...near, miles: next })
  }
  const pick = (id: string) => {
    const point = groups.flatMap(({ offers }) => offers).find((offer) => offer.id === id)
    if (!point) return
    const { lat, lng, label } = point
    rememberPoint({ lat, lng }, label)
    setSearch('')
    const kind = id.startsWith('cities.') ? 'cities' : id.startsWith('zips.') ? 'zips' : 'address'
    set({ lat, lng, miles: near?.miles ?? miles ?? usualMiles[kind] })
  }
  const name = near && (nameOfPoint(near) ?? 'A point on the map')
  return (
    <div className={classes.near}>
      <div className={classes.miles}>
        <span aria-hidden="true">Within</span>
        <NativeSelect
          size="xs"
          aria-label="Within how many miles"
          data={offered.map((value) => ({ value: String(value), label: plural(value, 'mile') }))}
          value={String(shown)}
          onChange={({ currentTarget }) => setRadius(Number(currentTarget.value))}
        />
        <span aria-hidden="true">of</span>
      </div>
      <div className={box.frame}>
        {name && <Picked name={name} onRemove={() => set(undefined)} />}
        <TypeAhead
          label="Near an address, city or ZIP"
          listLabel="Addresses and places"
          placeholder={near ? 'Elsewhere' : 'Address, city or ZIP'}
          text={search}
          onText={setSearch}
          onOpen={setOpen}
          groups={groups}
          isSettled={isSettled}
          first={firstOffer(groups, search)}
          empty={emptyWords(search, isLoading)}
          closesOnPick
          onPick={pick}
          onBack={() => near && set(undefined)}
        />
      </div>
    </div>
  )
}

function Picked({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <span className={box.pill}>
      <span title={name}>{name}</span>
      <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
        <X size={12} aria-hidden="true" />
      </button>
    </span>
  )
}

function emptyWords(search: string, isLoading: boolean) {
  if (search.trim() === '') return 'Type a house number and street, a city or a ZIP'
  return isLoading ? 'Looking…' : 'Nothing of that name is known here'
}

/** The areas that were drawn on the map, each of which can be taken away. */
export function DrawnAreas({ criteria, onChange }: NearFieldProps) {
  const areas = criteria.location?.polygons ?? []
  if (areas.length === 0) return null
  const remove = (at: number) =>
    onChange(
      withValue(
        criteria,
        'location',
        'polygons',
        areas.filter((_, other) => other !== at),
      ),
    )
  return (
    <div>
      <div className={panel.label}>Drawn on the map</div>
      <ul className={classes.areas}>
        {areas.map((area, at) => (
          <li key={JSON.stringify(area.coordinates)} className={box.pill}>
            <span>Area {at + 1}</span>
            <button type="button" aria-label={`Remove area ${at + 1}`} onClick={() => remove(at)}>
              <X size={12} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
