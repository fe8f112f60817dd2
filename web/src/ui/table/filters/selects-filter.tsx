import { MultiSelect } from '@mantine/core'
import classes from './toolbar.module.css'

type SelectsFilterProps = {
  label: string
  options: { value: string; label: string }[]
  value: string[]
  onFilter: (value: string[] | undefined) => void
}

export const SelectsFilter = ({ label, options, value, onFilter }: SelectsFilterProps) => (
  <MultiSelect
    className={classes.filters}
    aria-label={label}
    placeholder={value.length === 0 ? label : undefined}
    {...(value.length > 0 && { leftSection: `${label}:`, leftSectionWidth: `${label.length + 2}ch` })}
    data={options}
    value={value}
    onChange={(next) => onFilter(next.length > 0 ? next : undefined)}
    clearable
    clearButtonProps={{ 'aria-label': 'Clear' }}
    comboboxProps={{ shadow: 'md' }}
  />
)
