import type { Criteria } from '@dooryard/contract/criteria'
import { Combobox, Loader, Pill, PillsInput, useCombobox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { useCountyName, usePlaces } from './criteria.data.ts'
import classes from './criteria.module.css'
import { valueAt, withValue } from './edit.ts'
import { placeInWords } from './words.ts'

type PlaceKind = 'states' | 'counties' | 'cities' | 'zips'
type Place = { kind: PlaceKind; value: string }

const groupLabels: Record<PlaceKind, string> = {
  states: 'States',
  counties: 'Counties',
  cities: 'Cities',
  zips: 'ZIP codes',
}
const kinds = Object.keys(groupLabels) as PlaceKind[]
const idOf = ({ kind, value }: Place) => `${kind}.${value}`

type PickerProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

function usePicked({ criteria, onChange }: PickerProps) {
  const valuesOf = (kind: PlaceKind) => (valueAt(criteria, 'location', kind) as string[] | undefined) ?? []
  const picked = kinds.flatMap((kind) => valuesOf(kind).map((value) => ({ kind, value })))
  const isPicked = ({ kind, value }: Place) => valuesOf(kind).includes(value)
  const remove = ({ kind, value }: Place) =>
    onChange(
      withValue(
        criteria,
        'location',
        kind,
        valuesOf(kind).filter((other) => other !== value),
      ),
    )
  const toggle = (place: Place) =>
    isPicked(place)
      ? remove(place)
      : onChange(withValue(criteria, 'location', place.kind, [...valuesOf(place.kind), place.value]))
  return { picked, isPicked, remove, toggle }
}

function PlaceOptions({ search, isOpen, isPicked }: OptionsProps) {
  const { groups, isLoading, isError } = usePlaces(search, isOpen)
  const found = groups.filter(({ items }) => items.length > 0)
  if (isError) return <Combobox.Empty>Places could not be loaded. Close this list and open it again.</Combobox.Empty>
  if (found.length === 0) {
    return <Combobox.Empty>{isLoading ? <Loader size="xs" /> : `There is no place called “${search}”`}</Combobox.Empty>
  }
  const options = found.map(({ kind, items }) => (
    <Combobox.Group key={kind} label={groupLabels[kind]}>
      {items.map(({ value, label, count }) => (
        <Combobox.Option key={value} value={idOf({ kind, value })} active={isPicked({ kind, value })}>
          <span className={classes.place} data-picked={isPicked({ kind, value }) || undefined}>
            <span>{label}</span>
            {count !== undefined && (
              <span className={classes.placeCount}>{count > 0 ? formatNumber(count) : 'No data'}</span>
            )}
          </span>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  ))
  return (
    <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label="Places">
      {options}
    </Combobox.Options>
  )
}

type OptionsProps = { search: string; isOpen: boolean; isPicked: (place: Place) => boolean }

function PickedPlaces({ picked, onRemove }: { picked: Place[]; onRemove: (place: Place) => void }) {
  const countyName = useCountyName(picked.filter(({ kind }) => kind === 'counties').map(({ value }) => value))
  return picked.map((place) => {
    const name = placeInWords(place.kind, place.value, countyName)
    return (
      <Pill
        key={idOf(place)}
        withRemoveButton
        onRemove={() => onRemove(place)}
        removeButtonProps={{ 'aria-label': `Remove ${name}`, 'aria-hidden': false, tabIndex: 0 }}
      >
        {name}
      </Pill>
    )
  })
}

/** Picks states, counties, cities and ZIP codes by name. A property in any of them matches. */
export function PlacePicker({ criteria, onChange }: PickerProps) {
  const [search, setSearch] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { picked, isPicked, remove, toggle } = usePicked({ criteria, onChange })
  const submit = (id: string) => {
    const [kind, ...value] = id.split('.')
    toggle({ kind: kind as PlaceKind, value: value.join('.') }) // ids are made of a kind by `idOf`
    setSearch('')
    // On a phone the list covers what was chosen, and everything after it.
    if (isPhone) combobox.closeDropdown()
  }
  const last = picked.at(-1)
  return (
    <Combobox store={combobox} onOptionSubmit={submit} position="bottom-start" offset={4}>
      <Combobox.DropdownTarget>
        <PillsInput
          size="sm"
          label="Places"
          onClick={() => combobox.openDropdown()}
          leftSection={picked.length === 0 && <MapPin size={16} aria-hidden="true" />}
        >
          <Pill.Group>
            <PickedPlaces picked={picked} onRemove={remove} />
            <Combobox.EventsTarget>
              <PillsInput.Field
                aria-label="Add a state, county, city or ZIP"
                placeholder={picked.length === 0 ? 'State, county, city or ZIP' : 'Add a place'}
                value={search}
                maxLength={60}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  setSearch(event.currentTarget.value)
                  combobox.openDropdown()
                  combobox.updateSelectedOptionIndex()
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Backspace' && search === '' && last) remove(last)
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown className={classes.dropdown}>
        <PlaceOptions search={search} isOpen={combobox.dropdownOpened} isPicked={isPicked} />
        <Combobox.Footer className={classes.credit}>Names of places: GeoNames, CC BY 4.0</Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  )
}
