import { AuditAction, auditActions } from '@dooryard/contract/audit-log'
import { Button, Select } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { ListFilter } from 'lucide-react'
import { useRef } from 'react'
import { DayField } from '../../ui/form/inputs.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { TextFilter } from '../../ui/table/filters.tsx'
import type { AuditFilters } from './audit-log.data.ts'
import classes from './audit-log.module.css'

type FiltersProps = { filters: AuditFilters; onState: OnState; onClear: () => void }

const actions = AuditAction.options.map((value) => ({ value, label: auditActions[value] }))

// A day is told more than once while it is typed.
const typed = { replace: true }

function Fields({ filters, onState }: Omit<FiltersProps, 'onClear'>) {
  const first = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => first.current?.focus()]])
  const set = (change: AuditFilters, how?: typeof typed) => onState({ ...change, page: 1 }, how)
  return (
    <>
      <TextFilter
        ref={first}
        label="Who"
        placeholder="Whole email or id"
        maxLength={254}
        value={filters.actor}
        onFilter={(actor) => set({ actor })}
      />
      <ActionFilter value={filters.action} onFilter={(action) => set({ action })} />
      <DayField label="From" value={filters.from} max={filters.to} onDay={(from) => set({ from }, typed)} />
      <DayField label="To" value={filters.to} min={filters.from} onDay={(to) => set({ to }, typed)} />
      <TextFilter
        label="Object"
        placeholder="Its id"
        maxLength={254}
        value={filters.object}
        onFilter={(object) => set({ object })}
      />
      <TextFilter
        label="Request"
        placeholder="Its id"
        maxLength={100}
        value={filters.requestId}
        onFilter={(requestId) => set({ requestId })}
      />
    </>
  )
}

type ActionFilterProps = { value: AuditAction | undefined; onFilter: (action: AuditAction | undefined) => void }

function ActionFilter({ value, onFilter }: ActionFilterProps) {
  return (
    <Select
      label="What"
      placeholder="Anything"
      data={actions}
      value={value ?? null}
      onChange={(action) => onFilter(action ?? undefined)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear what' }}
      nothingFoundMessage="Nothing of that name"
    />
  )
}

/** What the log is searched by. On a phone they stay folded until asked for. */
export function Filters({ filters, onState, onClear }: FiltersProps) {
  const [isOpen, { toggle }] = useDisclosure()
  const count = Object.values(filters).filter(Boolean).length
  return (
    <search className={classes.search} aria-label="Search the log" data-open={isOpen || undefined}>
      <Button
        className={classes.unfold}
        variant="default"
        leftSection={<ListFilter size={16} aria-hidden="true" />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <div className={classes.filters}>
        <Fields filters={filters} onState={onState} />
        <Button className={classes.clear} variant="subtle" color="gray" disabled={count === 0} onClick={onClear}>
          Clear filters
        </Button>
      </div>
    </search>
  )
}
