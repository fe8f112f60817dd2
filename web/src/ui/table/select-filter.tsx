import { CloseButton, NativeSelect } from '@mantine/core'
import { useRef } from 'react'
import classes from './data-table.module.css'

type SelectFilterProps = {
  label: string
  options: { value: string; label: string }[]
  value: string | undefined
  onFilter: (value: string | undefined) => void
}

/** One of several, or with Clear any of them. While there is none it shows what it filters by. */
export function SelectFilter({ label, options, value, onFilter }: SelectFilterProps) {
  const select = useRef<HTMLSelectElement>(null)
  const clear = () => {
    onFilter(undefined)
    // The button leaves, and the focus must not leave with it.
    select.current?.focus()
  }
  return (
    <NativeSelect
      ref={select}
      className={classes.filter}
      classNames={{ input: classes.select }}
      aria-label={label}
      data={[{ value: '', label }, ...options]}
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
