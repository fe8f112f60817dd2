import { CloseButton, NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { lazy, useRef } from 'react'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { DayField } from '../../form/day-field.tsx'
import { useOptimisticSearchParam } from '../../hooks/hooks.ts'
import type { ColumnFilter } from '../columns.ts'
import classes from './toolbar.module.css'

// Few tables have one, and it is larger than a table with all its other filters.
const SelectsFilter = lazy(async () => ({ default: (await import('./selects-filter.tsx')).SelectsFilter }))

type TextFilterProps = Omit<TextInputProps, 'onChange' | 'value'> & {
  value: string | undefined
  onFilter: (value: string | undefined) => void
}

/** A text filter applied when typing pauses. */
export function TextFilter({ value, onFilter, ...props }: TextFilterProps) {
  const { text, type } = useDebouncedText(value ?? '', (next) => onFilter(next || undefined))
  return <TextInput {...props} value={text} onChange={({ currentTarget }) => type(currentTarget.value)} />
}

type SelectFilterProps = {
  label: string
  options: { value: string; label: string }[]
  value: string | undefined
  onFilter: (value: string | undefined) => void
}

/** A filter for one of several values, which Clear resets. While empty, its label is the placeholder. */
export function SelectFilter({ label, options, value, onFilter }: SelectFilterProps) {
  const select = useRef<HTMLSelectElement>(null)
  const clear = () => {
    onFilter(undefined)
    // The button is removed; the focus must not be lost.
    select.current?.focus()
  }
  return (
    <NativeSelect
      ref={select}
      w={{ base: '100%', sm: 168 }}
      classNames={{ input: classes.select }}
      aria-label={label}
      data={[
        { value: '', label },
        // The chosen value says what it filters.
        ...options.map((option) =>
          option.value === value ? { ...option, label: `${label}: ${option.label}` } : option,
        ),
      ]}
      value={value ?? ''}
      data-chosen={value !== undefined || undefined}
      onChange={({ currentTarget }) => onFilter(currentTarget.value || undefined)}
      {...(value !== undefined && {
        rightSection: <CloseButton size="sm" aria-label="Clear" onClick={clear} />,
        rightSectionPointerEvents: 'all',
      })}
    />
  )
}

type FilterBoxProps = { filter: ColumnFilter; value: unknown; onFilter: (value: unknown) => void }

export function FilterBox({ filter, ...filterProps }: FilterBoxProps) {
  const [value, onFilter] = useOptimisticSearchParam(filterProps.value, filterProps.onFilter)
  const { label } = filter
  const text = value ? String(value) : undefined
  switch (filter.kind) {
    case 'text':
      return <TextFilter aria-label={label} placeholder="Search..." value={text} onFilter={onFilter} />
    case 'day': {
      const { toDay = String, fromDay = String } = filter
      return (
        <div className={classes.day}>
          <DayField label={label} value={text && toDay(text)} onDay={(day) => onFilter(day && fromDay(day))} />
        </div>
      )
    }
    case 'own':
      return <filter.Box label={label} value={value} onFilter={onFilter} />
    case 'select':
      return <SelectFilter label={label} options={filter.options} value={text} onFilter={onFilter} />
    case 'selects': {
      const values = Array.isArray(value) ? value.map(String) : []
      return <SelectsFilter label={label} options={filter.options} value={values} onFilter={onFilter} />
    }
  }
}
