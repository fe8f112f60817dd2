import { transactionKinds, transactionStatuses } from '@dooryard/contract/transactions'
import { Button, NativeSelect } from '@mantine/core'
import { DayField } from '../../ui/form/inputs.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import classes from './billing.module.css'
import type { BillingSearch } from './billing-search.ts'
import { kindNames, statusNames } from './transaction-words.ts'

type Filters = Pick<BillingSearch, 'kind' | 'status' | 'from' | 'to'>
type PaymentFiltersProps = { filters: Filters; isEmpty: boolean; onState: OnState; onClear: () => void }

const kinds = [
  { value: '', label: 'Anything' },
  ...transactionKinds.map((value) => ({ value, label: kindNames[value] })),
]
const statuses = [
  { value: '', label: 'Any' },
  ...transactionStatuses.map((value) => ({ value, label: statusNames[value] })),
]

const kindOf = (chosen: string) => transactionKinds.find((kind) => kind === chosen)
const statusOf = (chosen: string) => transactionStatuses.find((status) => status === chosen)

// A day is told more than once while it is typed.
const typed = { replace: true }

/** What the payments are searched by. */
export function PaymentFilters({ filters, isEmpty, onState, onClear }: PaymentFiltersProps) {
  const { kind, status, from, to } = filters
  const set = (change: Filters, how?: typeof typed) => onState({ ...change, page: 1 }, how)
  return (
    <search className={classes.filters} aria-label="Search the payments">
      <NativeSelect
        label="For"
        data={kinds}
        value={kind ?? ''}
        onChange={({ currentTarget }) => set({ kind: kindOf(currentTarget.value) })}
      />
      <NativeSelect
        label="Status"
        data={statuses}
        value={status ?? ''}
        onChange={({ currentTarget }) => set({ status: statusOf(currentTarget.value) })}
      />
      <DayField label="From" value={from} max={to} onDay={(day) => set({ from: day }, typed)} />
      <DayField label="To" value={to} min={from} onDay={(day) => set({ to: day }, typed)} />
      <Button className={classes.clear} variant="subtle" color="gray" disabled={isEmpty} onClick={onClear}>
        Clear filters
      </Button>
    </search>
  )
}
