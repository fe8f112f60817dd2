import { ActionIcon, Button, Group, Select, Stack } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import type { Ref, SyntheticEvent } from 'react'
import { emptyValue } from '../../../../lib/format/format.ts'
import { type ColumnOption, formatColumnName } from '../column-options.ts'
import classes from '../columns.module.css'

const maxShown = 80
const maxColumns = 12

type ColumnSelectProps = {
  label: string
  columns: readonly ColumnOption[]
  value: string | null
  /** Columns that are chosen already beside this one. */
  others: readonly string[]
  inputRef?: Ref<HTMLInputElement> | undefined
  onChange: (column: string) => void
}

/** Chooses a column; each option shows a few values. */
function ColumnSelect({ label, columns, value, others, inputRef, onChange }: ColumnSelectProps) {
  const examples = new Map(columns.map(({ name, examples: some }) => [name, some.join(', ')]))
  // A column that the file no longer has stays visible until another is chosen.
  const names = [...new Set([...columns.map(({ name }) => name), ...(value === null ? [] : [value])])]
  // What is typed replaces the name of the chosen column.
  const selectChosen = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    if (value !== null && currentTarget.value === formatColumnName(value)) currentTarget.select()
  }
  return (
    <Select
      ref={inputRef}
      label={label}
      placeholder="Search columns"
      flex={1}
      data={names
        .filter((name) => !others.includes(name))
        .map((name) => ({ value: name, label: formatColumnName(name) }))}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
      onFocus={selectChosen}
      onClick={selectChosen}
      searchable
      allowDeselect={false}
      limit={maxShown}
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

type ColumnSelectsProps = {
  columns: readonly ColumnOption[]
  /** In the order in which they are read. */
  value: readonly string[]
  /** Gets the input of the first column. */
  firstRef?: Ref<HTMLInputElement> | undefined
  onColumn: (at: number, column: string) => void
  onRemove: (at: number) => void
}

/** Chooses the column of a field, and others to read with it. */
export function ColumnSelects({ columns, value, firstRef, onColumn, onRemove }: ColumnSelectsProps) {
  const spare = columns.find(({ name }) => !value.includes(name))?.name
  const chosen = value.length === 0 ? [null] : value
  return (
    <Stack gap={8} align="stretch">
      {chosen.map((column, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity than its place
        <Group key={at} gap={8} wrap="nowrap" align="flex-end">
          <ColumnSelect
            label={chosen.length > 1 ? `Column ${at + 1}` : 'Column'}
            columns={columns}
            value={column}
            others={value.filter((_, other) => other !== at)}
            inputRef={at === 0 ? firstRef : undefined}
            onChange={(next) => onColumn(at, next)}
          />
          {column !== null && (
            <ActionIcon aria-label={`Remove column ${formatColumnName(column)}`} mb={5} onClick={() => onRemove(at)}>
              <X size={16} aria-hidden="true" />
            </ActionIcon>
          )}
        </Group>
      ))}
      {value.length > 0 && value.length < maxColumns && spare !== undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          style={{ alignSelf: 'start' }}
          leftSection={<Plus size={14} aria-hidden="true" />}
          onClick={() => onColumn(value.length, spare)}
        >
          Add another column
        </Button>
      )}
    </Stack>
  )
}
