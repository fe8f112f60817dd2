import { Bucket, EntryType, entryTypes } from '@dooryard/contract/credit-history'
import { Button, NativeSelect } from '@mantine/core'
import { bucketNames } from '../../entities/credit-entry/credit-entry-columns.tsx'
import { DayField } from '../../ui/form/inputs.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import type { EntryFilters } from './credit-history.data.ts'
import classes from './credit-history.module.css'

type FiltersProps = { filters: EntryFilters; onState: OnState; onClear: () => void }

const types = [
  { value: '', label: 'Anything' },
  ...EntryType.options.map((value) => ({ value, label: entryTypes[value] })),
]
const buckets = [{ value: '', label: 'All' }, ...Bucket.options.map((value) => ({ value, label: bucketNames[value] }))]

const typeOf = (chosen: string) => EntryType.options.find((type) => type === chosen)
const bucketOf = (chosen: string) => Bucket.options.find((bucket) => bucket === chosen)

// A day is told more than once while it is typed.
const typed = { replace: true }

/** What the entries are searched by. */
export function Filters({ filters, onState, onClear }: FiltersProps) {
  const { type, bucket, from, to, orderId } = filters
  const set = (change: EntryFilters, how?: typeof typed) => onState({ ...change, page: 1 }, how)
  const isEmpty = !Object.values(filters).some(Boolean)
  return (
    <search className={classes.filters} aria-label="Search the history">
      <NativeSelect
        label="What"
        data={types}
        value={type ?? ''}
        onChange={({ currentTarget }) => set({ type: typeOf(currentTarget.value) })}
      />
      <NativeSelect
        label="Credits"
        data={buckets}
        value={bucket ?? ''}
        onChange={({ currentTarget }) => set({ bucket: bucketOf(currentTarget.value) })}
      />
      <DayField label="From" value={from} max={to} onDay={(day) => set({ from: day }, typed)} />
      <DayField label="To" value={to} min={from} onDay={(day) => set({ to: day }, typed)} />
      <Button className={classes.clear} variant="subtle" color="gray" disabled={isEmpty} onClick={onClear}>
        {orderId ? 'Clear filters (one order)' : 'Clear filters'}
      </Button>
    </search>
  )
}
