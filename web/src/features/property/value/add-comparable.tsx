import { Text } from '@mantine/core'
import { useState } from 'react'
import { useAddresses } from '../../../criteria/places/places.data.ts'
import box from '../../../criteria/places/type-ahead.module.css'
import { TypeAhead } from '../../../criteria/places/type-ahead.tsx'
import { getFirstSuggestion } from '../../../criteria/places/use-combobox-keys.ts'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import classes from './comparables.module.css'
import { addProperty, type OnValuationState, type ValuationState } from './valuation-state.ts'

type AddComparableProps = { subjectId: string; state: ValuationState; onState: OnValuationState }

/** Adds the last sale of a property, found by its address. */
export function AddComparable({ subjectId, state, onState }: AddComparableProps) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { items, isLoading, isSettled } = useAddresses(search, isOpen)
  const suggestions = items
    .filter(({ propertyId }) => propertyId !== subjectId)
    .map((row) => ({
      id: row.propertyId,
      label: `${formatStreetLine(row)}, ${formatCityLine(row)}`,
      isPicked: state.added?.includes(row.propertyId) ?? false,
    }))
  const groups = suggestions.length > 0 ? [{ label: 'Addresses', suggestions }] : []
  const add = (id: string) => {
    setSearch('')
    onState(addProperty(state, id))
  }
  return (
    <div className={classes.add}>
      <Text component="p" m={0} mb={4} fz="sm" fw={500}>
        Add a sale
      </Text>
      <div className={box.frame}>
        <TypeAhead
          label="Add a sale by its address"
          listLabel="Addresses"
          placeholder="House number and street"
          text={search}
          onText={setSearch}
          onOpen={setOpen}
          groups={groups}
          isSettled={isSettled}
          first={getFirstSuggestion(groups, search)}
          empty={formatEmpty(search, isLoading)}
          closesOnPick
          onPick={add}
          onBack={() => undefined}
        />
      </div>
    </div>
  )
}

function formatEmpty(search: string, isLoading: boolean) {
  if (search.trim() === '') return 'Type a house number and street'
  return isLoading ? 'Looking…' : 'No addresses found'
}
