import type { Criteria } from '@dooryard/contract/criteria'
import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { useSplit } from '../count/count.data.ts'
import { placeInWords } from '../describe/format-criteria.ts'
import { toggleValue, valueAt, withoutGroup, withValue } from '../edit-criteria.ts'
import { countsIn } from '../fields.ts'
import { type PlaceKind, placeKinds, useCountyName, usePlaces } from './places.data.ts'
import box from './type-ahead.module.css'
import { PickedPill, TypeAhead } from './type-ahead.tsx'
import { firstOffer } from './use-offer-keys.ts'

type Place = { kind: PlaceKind; value: string }

const groupLabels: Record<PlaceKind, string> = {
  states: 'States',
  counties: 'Counties',
  cities: 'Cities',
  zips: 'ZIP codes',
}
const idOf = ({ kind, value }: Place) => `${kind}.${value}`

const splitKeys = placeKinds.map((kind) => `location.${kind}` as const)

type PickerProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

function usePicked({ criteria, onChange }: PickerProps) {
  const valuesOf = (kind: PlaceKind) => (valueAt(criteria, 'location', kind) as string[] | undefined) ?? []
  const picked = placeKinds.flatMap((kind) => valuesOf(kind).map((value) => ({ kind, value })))
  const isPicked = ({ kind, value }: Place) => valuesOf(kind).includes(value)
  const toggle = ({ kind, value }: Place) =>
    onChange(withValue(criteria, 'location', kind, toggleValue(valuesOf(kind), value)))
  return { picked, isPicked, toggle }
}

function PickedPlaces({ picked, onRemove }: { picked: Place[]; onRemove: (place: Place) => void }) {
  const countyName = useCountyName(picked.filter(({ kind }) => kind === 'counties').map(({ value }) => value))
  return picked.map((place) => (
    <PickedPill
      key={idOf(place)}
      name={placeInWords(place.kind, place.value, countyName)}
      onRemove={() => onRemove(place)}
    />
  ))
}

/** The places whose names match, each with how many matches it has under the other filters, or that no roll is of it. */
function usePlaceOffers(criteria: Criteria, search: string, isOpen: boolean, isPicked: (place: Place) => boolean) {
  const { groups, isLoading, isError, isSettled } = usePlaces(search, isOpen)
  // What matches elsewhere is asked as if no place were: places are alternatives of each other.
  const { facetOf } = useSplit(withoutGroup(criteria, 'location'), splitKeys, isOpen)
  const offered = groups
    .filter(({ items }) => items.length > 0)
    .map(({ kind, items }) => {
      const countOf = countsIn(facetOf(`location.${kind}`))
      const note = (value: string, inAll: number | undefined) => {
        const count = countOf(value)
        return inAll === 0 ? 'No data' : count === undefined ? undefined : formatNumber(count)
      }
      return {
        label: groupLabels[kind],
        offers: items
          .toSorted((one, other) => Number(one.count === 0) - Number(other.count === 0))
          .map(({ value, label, count }) => ({
            id: idOf({ kind, value }),
            label,
            note: note(value, count),
            isPicked: isPicked({ kind, value }),
            isEmpty: count === 0,
          })),
      }
    })
  const failed = 'Places could not be loaded. Close this list and open it again.'
  return {
    offered,
    isSettled,
    empty: isError ? failed : isLoading ? 'Looking…' : `There is no place called “${search}”`,
  }
}

/** Picks states, counties, cities and ZIP codes by name. A property in any of them matches. */
export function PlacePicker({ criteria, onChange }: PickerProps) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { picked, isPicked, toggle } = usePicked({ criteria, onChange })
  const { offered, isSettled, empty } = usePlaceOffers(criteria, search, isOpen, isPicked)
  const pick = (id: string) => {
    const [kind, ...value] = id.split('.')
    toggle({ kind: kind as PlaceKind, value: value.join('.') }) // ids are made of a kind by `idOf`
    setSearch('')
  }
  const last = picked.at(-1)
  return (
    <div>
      <Text fz="sm" fw={500} lh="18px" mb={6} aria-hidden="true">
        Places
      </Text>
      <div className={box.frame}>
        <PickedPlaces picked={picked} onRemove={toggle} />
        <TypeAhead
          label="Add a state, county, city or ZIP"
          listLabel="Places"
          placeholder={picked.length === 0 ? 'State, county, city or ZIP' : 'Add a place'}
          text={search}
          onText={setSearch}
          onOpen={setOpen}
          groups={offered}
          isSettled={isSettled}
          first={firstOffer(offered, search)}
          empty={empty}
          footer="Names of places: GeoNames, CC BY 4.0"
          // On a phone the list covers what was chosen, and everything after it.
          closesOnPick={isPhone}
          onPick={pick}
          onBack={() => last && toggle(last)}
        />
      </div>
    </div>
  )
}
