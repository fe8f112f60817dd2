import { AuditAction, auditActions } from '@dooryard/contract/admin/audit-log'
import { Button, Flex, Select, SimpleGrid } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ListFilter } from 'lucide-react'
import { useRef } from 'react'
import { DayField } from '../../ui/form/day-field.tsx'
import { useSingleKeys } from '../../ui/hooks/single-keys.ts'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { TextFilter } from '../../ui/table/filters/filters.tsx'
import type { AuditFilters } from './audit-log.data.ts'

const actions = AuditAction.options.map((value) => ({ value, label: auditActions[value] }))

// A date field changes several times while it is typed.
const typingOptions = { replace: true }

type FieldsProps = { filters: AuditFilters; onState: OnTableStateChange }

function Fields({ filters, onState }: FieldsProps) {
  const first = useRef<HTMLInputElement>(null)
  useSingleKeys([['/', () => first.current?.focus()]])
  const set = (change: AuditFilters, how?: typeof typingOptions) => onState({ ...change, page: 1 }, how)
  const ofText = (key: 'actor' | 'object' | 'requestId') => ({
    value: filters[key],
    onFilter: (value: string | undefined) => set({ [key]: value }),
  })
  return (
    <>
      <TextFilter ref={first} label="User" placeholder="Full email or ID" maxLength={254} {...ofText('actor')} />
      <Select
        label="Action"
        placeholder="All actions"
        data={actions}
        value={filters.action ?? null}
        onChange={(action) => set({ action: action ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear action' }}
        nothingFoundMessage="No actions found"
      />
      <DayField label="From" value={filters.from} max={filters.to} onDay={(from) => set({ from }, typingOptions)} />
      <DayField label="To" value={filters.to} min={filters.from} onDay={(to) => set({ to }, typingOptions)} />
      <TextFilter label="Target" placeholder="ID" maxLength={254} {...ofText('object')} />
      <TextFilter label="Request" placeholder="Request ID" maxLength={100} {...ofText('requestId')} />
    </>
  )
}

export function Filters({ filters, onState, onClear }: FieldsProps & { onClear: () => void }) {
  const [isOpen, { toggle }] = useDisclosure()
  const count = Object.values(filters).filter(Boolean).length
  return (
    <search aria-label="Search the log">
      <Button
        hiddenFrom="sm"
        variant="default"
        leftSection={<ListFilter size={16} />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <Flex
        display={{ base: isOpen ? 'flex' : 'none', sm: 'flex' }}
        direction={{ base: 'column', lg: 'row' }}
        align={{ base: 'flex-start', lg: 'flex-end' }}
        gap="sm"
        mt={{ base: 'sm', sm: 0 }}
      >
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" w="100%">
          <Fields filters={filters} onState={onState} />
        </SimpleGrid>
        <Button flex="none" variant="subtle" color="gray" disabled={count === 0} onClick={onClear}>
          Clear filters
        </Button>
      </Flex>
    </search>
  )
}
