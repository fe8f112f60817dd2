import { internalStatuses, userFacingStatuses } from '@dooryard/contract/order'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { startOfDay, startOfNextDay } from '../../lib/days.ts'
import { titleCase } from '../../lib/format.ts'
import { DayField } from '../../ui/form/day-field.tsx'
import type { ColumnFilter, OwnFilterProps } from '../../ui/table/columns.ts'
import { useOnDemand } from '../../ui/use-on-demand.ts'
import classes from './enterprise.module.css'
import { firstDayOf, lastDayOf } from './enterprise-search.ts'

/** The picker is heavier than a table with all its other filters, and comes once it is asked for. */
function OwnerBox({ label, value, onFilter }: OwnFilterProps) {
  const ids = Array.isArray(value) ? value.map(String) : []
  const [typed, setTyped] = useState<string>()
  const [Picker, load] = useOnDemand(async () => (await import('./owner-picker.tsx')).OwnerPicker)
  const isWanted = typed !== undefined || ids.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with the next, where it could not be had
  useEffect(() => {
    if (isWanted && !Picker) load()
  }, [isWanted])
  return (
    <div className={classes.owners}>
      {Picker ? (
        <Picker
          label={label}
          value={ids}
          typed={typed}
          onChange={(next) => onFilter(next.length > 0 ? next : undefined)}
        />
      ) : (
        <TextInput
          aria-label={label}
          placeholder={label}
          value={typed ?? ''}
          onFocus={() => setTyped('')}
          onBlur={() => setTyped(undefined)}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    </div>
  )
}

// The address has instants, as the specification says, and the reader chooses days.

function FromBox({ label, value, onFilter }: OwnFilterProps) {
  return (
    <div className={classes.day}>
      <DayField
        label={label}
        value={typeof value === 'string' ? firstDayOf(value) : undefined}
        onDay={(day) => onFilter(day && startOfDay(day))}
      />
    </div>
  )
}

function ToBox({ label, value, onFilter }: OwnFilterProps) {
  return (
    <div className={classes.day}>
      <DayField
        label={label}
        value={typeof value === 'string' ? lastDayOf(value) : undefined}
        onDay={(day) => onFilter(day && startOfNextDay(day))}
      />
    </div>
  )
}

export const ownerFilter: ColumnFilter = { kind: 'own', key: 'userId', label: 'Owners', Box: OwnerBox }

export const typeFilter: ColumnFilter = {
  kind: 'select',
  key: 'campaignType',
  label: 'Campaign type',
  options: campaignTypes.terms.map(({ value, label }) => ({ value, label })),
}

export const dayFilters: ColumnFilter[] = [
  { kind: 'own', key: 'fromDate', label: 'From', Box: FromBox },
  { kind: 'own', key: 'toDate', label: 'To', Box: ToBox },
]

const inWords = (values: readonly string[]) => values.map((value) => ({ value, label: titleCase(value) }))

export const statusFilters: ColumnFilter[] = [
  { kind: 'select', key: 'status', label: 'Order status', options: inWords(userFacingStatuses) },
  { kind: 'select', key: 'internalStatus', label: 'Internal status', options: inWords(internalStatuses) },
]

export const kindFilter: ColumnFilter = {
  kind: 'select',
  key: 'kind',
  label: 'Kind',
  options: [
    { value: 'ENTERPRISE', label: 'Of campaigns' },
    { value: 'CONSUMER', label: 'Of no campaign' },
  ],
}
