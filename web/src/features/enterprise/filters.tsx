import { internalStatuses, userFacingStatuses } from '@dooryard/contract/order'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { startOfDay, startOfNextDay } from '../../lib/days.ts'
import { titleCase } from '../../lib/format.ts'
import { DayField } from '../../ui/form/inputs.tsx'
import type { ColumnFilter, OwnFilterProps } from '../../ui/table/columns.ts'
import classes from './enterprise.module.css'
import { firstDayOf, lastDayOf } from './enterprise-search.ts'

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
