import { lazy } from 'react'
import { DayField } from '../form/day-field.tsx'
import { useAtOnce } from '../use-at-once.ts'
import type { ColumnFilter } from './columns.ts'
import classes from './data-table.module.css'
import { SelectFilter } from './select-filter.tsx'
import { TextFilter } from './text-filter.tsx'

type FilterProps = { filter: ColumnFilter; value: unknown; onFilter: (value: unknown) => void }

// Few tables have one, and it is heavier than a table with all its other filters.
const SelectsFilter = lazy(async () => ({ default: (await import('./selects-filter.tsx')).SelectsFilter }))

/** One filter above a table. */
export function FilterBox({ filter, ...kept }: FilterProps) {
  const [value, onFilter] = useAtOnce(kept.value, kept.onFilter)
  switch (filter.kind) {
    case 'text':
      return (
        <TextFilter
          aria-label={filter.label}
          placeholder="Search..."
          value={value === undefined ? undefined : String(value)}
          onFilter={onFilter}
        />
      )
    case 'day':
      return (
        <div className={classes.day}>
          <DayField label={filter.label} value={value === undefined ? undefined : String(value)} onDay={onFilter} />
        </div>
      )
    case 'own':
      return <filter.Box label={filter.label} value={value} onFilter={onFilter} />
    case 'select':
      return (
        <SelectFilter
          label={filter.label}
          options={filter.options}
          value={value ? String(value) : undefined}
          onFilter={onFilter}
        />
      )
    case 'selects':
      return (
        <SelectsFilter
          label={filter.label}
          options={filter.options}
          value={Array.isArray(value) ? value.map(String) : []}
          onFilter={onFilter}
        />
      )
  }
}
