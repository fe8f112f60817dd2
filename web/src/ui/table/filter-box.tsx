import { MultiSelect, Select } from '@mantine/core'
import type { ColumnFilter } from './columns.ts'
import classes from './data-table.module.css'
import { TextFilter } from './text-filter.tsx'

type FilterProps = { filter: ColumnFilter; value: unknown; onFilter: (value: unknown) => void }

/** One filter above a table. */
export function FilterBox({ filter, value, onFilter }: FilterProps) {
  if (filter.kind === 'text')
    return (
      <TextFilter
        aria-label={filter.label}
        placeholder="Search..."
        value={value === undefined ? undefined : String(value)}
        onFilter={onFilter}
      />
    )
  const shared = {
    'aria-label': filter.label,
    data: filter.options,
    clearable: true,
    clearButtonProps: { 'aria-label': 'Clear' },
    comboboxProps: { shadow: 'md' },
  } as const
  if (filter.kind === 'select')
    return (
      <Select
        {...shared}
        className={classes.filter}
        placeholder={filter.label}
        value={value ? String(value) : null}
        onChange={(next) => onFilter(next ?? undefined)}
      />
    )
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <MultiSelect
      {...shared}
      className={classes.filters}
      placeholder={chosen.length === 0 ? filter.label : undefined}
      value={chosen}
      onChange={(next) => onFilter(next.length > 0 ? next : undefined)}
    />
  )
}
