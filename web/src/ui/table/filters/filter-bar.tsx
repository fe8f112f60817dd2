import { Button, Flex, NativeSelect, SimpleGrid } from '@mantine/core'
import { DayField } from '../../form/day-field.tsx'
import type { OnTableStateChange } from '../columns.ts'

/** A select filter; `any` is the label for no filter, `labels` are the options. */
type FilterChoice = { key: string; label: string; any: string; labels: Record<string, string> }

type FilterBarProps = {
  /** The name of the filter bar: `Search the payments`. */
  label: string
  choices: FilterChoice[]
  filters: { from?: string | undefined; to?: string | undefined } & Record<string, string | undefined>
  clearLabel?: string
  onState: OnTableStateChange
  onClear: () => void
}

/** Filters with visible labels: selects, and a from and to day. */
export function FilterBar({ label, choices, filters, clearLabel, onState, onClear }: FilterBarProps) {
  const { from, to } = filters
  const choose = (key: string, value: string) => onState({ [key]: value || undefined, page: 1 })
  // A day may be reported more than once while it is typed.
  const type = (change: { from?: string | undefined } | { to?: string | undefined }) =>
    onState({ ...change, page: 1 }, { replace: true })
  return (
    <Flex
      component="search"
      aria-label={label}
      direction={{ base: 'column', md: 'row' }}
      align={{ base: 'flex-start', md: 'flex-end' }}
      gap={12}
    >
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={12} w="100%">
        {choices.map(({ key, label: name, any, labels }) => (
          <NativeSelect
            key={key}
            label={name}
            data={[
              { value: '', label: any },
              ...Object.entries(labels).map(([value, option]) => ({ value, label: option })),
            ]}
            value={filters[key] ?? ''}
            onChange={({ currentTarget }) => choose(key, currentTarget.value)}
          />
        ))}
        <DayField label="From" value={from} max={to} onDay={(day) => type({ from: day })} />
        <DayField label="To" value={to} min={from} onDay={(day) => type({ to: day })} />
      </SimpleGrid>
      <Button
        variant="subtle"
        color="gray"
        flex="none"
        disabled={!Object.values(filters).some(Boolean)}
        onClick={onClear}
      >
        {clearLabel ?? 'Clear filters'}
      </Button>
    </Flex>
  )
}
