import { MultiSelect } from '@mantine/core'
import { emptyValue } from '../../../../lib/format/format.ts'
import { type ColumnOption, formatColumnName } from '../column-options.ts'
import classes from '../columns.module.css'

const maxShown = 80

type ColumnSelectProps = {
  label: string
  columns: readonly ColumnOption[]
  value: string[]
  onChange: (columns: string[]) => void
  maxColumns?: number
  error?: string | undefined
}

/** Chooses one or more columns, in the order in which they are read; each option shows a few values. */
export function ColumnSelect({ label, columns, value, onChange, maxColumns = 12, error }: ColumnSelectProps) {
  const examples = new Map(columns.map(({ name, examples: some }) => [name, some.join(', ')]))
  // A column that the file no longer has stays visible until it is removed.
  const names = [...new Set([...columns.map(({ name }) => name), ...value])]
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? 'Search columns' : ''}
      data={names.map((name) => ({ value: name, label: formatColumnName(name) }))}
      value={value}
      onChange={onChange}
      searchable
      hidePickedOptions
      maxValues={maxColumns}
      limit={maxShown}
      error={error}
      nothingFoundMessage="No columns found"
      renderOption={({ option }) => (
        <div className={classes.option}>
          {option.label}
          <span>{examples.get(option.value) || emptyValue}</span>
        </div>
      )}
    />
  )
}
