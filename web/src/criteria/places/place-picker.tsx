import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { formatNumber } from '../../lib/format/format.ts'
import { useFacets } from '../count/count.data.ts'
import { formatPlace } from '../describe/format-criteria.ts'
import { getCriteriaValue, removeCriteriaGroup, setCriteriaValue, toggleValue } from '../edit-criteria.ts'
import { readFacetCounts } from '../fields.ts'
import { type PlaceKind, placeKinds, useCountyName, usePlaces } from './places.data.ts'
import { formatNoData, formatNoDataTitle, splitByData } from './places-without-data.ts'
import box from './type-ahead.module.css'
import { PickedPill, TypeAhead } from './type-ahead.tsx'
import { formatNoDataNames, useUncoveredPlaces } from './uncovered-places.data.ts'
import { getFirstSuggestion, type Suggestion } from './use-combobox-keys.ts'

type PlaceRef = { kind: PlaceKind; value: string }

const groupLabels: Record<PlaceKind, string> = {
  states: 'States',
  counties: 'Counties',
  cities: 'Cities',
  zips: 'ZIP codes',
}
const toPlaceId = ({ kind, value }: PlaceRef) => `${kind}.${value}`

const facetKeys = placeKinds.map((kind) => `location.${kind}` as const)

type PickerProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

function usePickedPlaces({ criteria, onChange }: PickerProps) {
  const listValues = (kind: PlaceKind) => (getCriteriaValue(criteria, 'location', kind) as string[] | undefined) ?? []
  const picked = placeKinds.flatMap((kind) => listValues(kind).map((value) => ({ kind, value })))
  const isPicked = ({ kind, value }: PlaceRef) => listValues(kind).includes(value)
  const toggle = ({ kind, value }: PlaceRef) =>
    onChange(setCriteriaValue(criteria, 'location', kind, toggleValue(listValues(kind), value)))
  return { picked, isPicked, toggle }
}

function PickedPlaces({ picked, onRemove }: { picked: PlaceRef[]; onRemove: (place: PlaceRef) => void }) {
  const getCountyName = useCountyName(picked.filter(({ kind }) => kind === 'counties').map(({ value }) => value))
  return picked.map((place) => (
    <PickedPill
      key={toPlaceId(place)}
      name={formatPlace(place.kind, place.value, getCountyName)}
      onRemove={() => onRemove(place)}
    />
  ))
}

/** Says which chosen places have no data: by name if others are chosen. */
function UncoveredNote({ criteria }: Pick<PickerProps, 'criteria'>) {
  const { places, areAll } = useUncoveredPlaces(criteria)
  return (
    <Text component="p" role="status" fz={12} lh="18px" m={0} mt={places.length > 0 ? 6 : 0} c="dimmed">
      {places.length > 0 && (areAll ? formatNoDataTitle(places) : formatNoDataNames(places))}
    </Text>
  )
}

/**
 * The places whose names match, each with its number of matches under the other filters. Those that no county dataset
 * covers come last, with a note that says so.
 */
function usePlaceSuggestions(
  criteria: Criteria,
  search: string,
  isOpen: boolean,
  isPicked: (place: PlaceRef) => boolean,
) {
  const { groups, isLoading, isError, isSettled } = usePlaces(search, isOpen)
  // Places are alternatives, so the counts ignore the places already chosen.
  const { getFacet } = useFacets(removeCriteriaGroup(criteria, 'location'), facetKeys, isOpen)
  const getNote = ({ kind, value }: PlaceRef) => {
    const count = readFacetCounts(getFacet(`location.${kind}`))(value)
    return count === undefined ? undefined : formatNumber(count)
  }
  const toSuggestion = (
    place: PlaceRef & { label: string },
    note: string | undefined,
    isEmpty = false,
  ): Suggestion => ({
    ...{ id: toPlaceId(place), label: place.label, note, isEmpty },
    isPicked: isPicked(place),
  })
  const { groups: withData, withoutData } = splitByData(groups)
  const suggestionGroups = [
    ...withData.map(({ kind, items }) => ({
      label: groupLabels[kind],
      suggestions: items.map((item) => toSuggestion({ kind, ...item }, getNote({ kind, value: item.value }))),
    })),
    {
      label: 'Other places',
      suggestions: withoutData.map((place) => toSuggestion(place, formatNoData(place.kind), true)),
    },
  ].filter(({ suggestions }) => suggestions.length > 0)
  const failed = 'Places could not be loaded. Close this list and open it again.'
  return {
    offered: suggestionGroups,
    isSettled,
    empty: isError ? failed : isLoading ? 'Looking…' : 'No places found',
  }
}

/** Picks states, counties, cities and ZIP codes by name. A property in any of them matches. */
export function PlacePicker({ criteria, onChange }: PickerProps) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { picked, isPicked, toggle } = usePickedPlaces({ criteria, onChange })
  const { offered: suggestionGroups, isSettled, empty } = usePlaceSuggestions(criteria, search, isOpen, isPicked)
  const pick = (id: string) => {
    const [kind, ...value] = id.split('.')
    toggle({ kind: kind as PlaceKind, value: value.join('.') }) // `toPlaceId` builds ids from a kind and a value
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
          groups={suggestionGroups}
          isSettled={isSettled}
          first={getFirstSuggestion(suggestionGroups, search)}
          empty={empty}
          footer="Names of places: GeoNames, CC BY 4.0"
          // On a phone the list covers the selection and everything below it.
          closesOnPick={isPhone}
          onPick={pick}
          onBack={() => last && toggle(last)}
        />
      </div>
      <UncoveredNote criteria={criteria} />
    </div>
  )
}
