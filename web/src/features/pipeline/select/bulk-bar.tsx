import { leadStages } from '@dooryard/contract/api/enums'
import { type BulkLeadChange, maxBulkLeads } from '@dooryard/contract/leads/bulk-changes'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { Button, Group, Paper, Text } from '@mantine/core'
import { ListChecks } from 'lucide-react'
import { storeChosenLeads } from '../../../entities/lead/chosen-leads.ts'
import { type LeadLabels, toOptions } from '../../../entities/lead/labels/labels.data.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { ActionMenu } from '../../../ui/overlay/action-menu.tsx'
import { isFullSelection } from './selection-rules.ts'
import type { LeadSelectionState } from './use-lead-selection.ts'

type BulkBarProps = {
  selection: LeadSelectionState
  labels: LeadLabels
  isPending: boolean
  onChange: (change: Omit<BulkLeadChange, 'leads'>, outcome: string) => void
  onManage: () => void
  onTask: (leads: readonly BoardLead[]) => void
}

const width = { base: 'calc(50% - 4px)', sm: 148 }

const manage = { value: 'MANAGE', label: 'Manage…' }

/** The actions on the selected leads, each in one call with an undo. */
export function BulkBar({
  selection: { selection, clear },
  labels,
  isPending,
  onChange,
  onManage,
  onTask,
}: BulkBarProps) {
  const { tags, assignees, byId } = labels
  const getName = (id: string) => byId.get(id)?.name ?? ''
  const chooseTag = (value: string) => {
    if (value === manage.value) return onManage()
    const [action, id = ''] = value.split(' ')
    if (action === 'add') onChange({ addTags: [id] }, `tagged ${getName(id)}`)
    else onChange({ removeTags: [id] }, `no longer tagged ${getName(id)}`)
  }
  const chooseAssignee = (value: string) => {
    if (value === manage.value) return onManage()
    if (value === 'NONE') return onChange({ assigneeId: null }, 'unassigned')
    onChange({ assigneeId: value }, `assigned to ${getName(value)}`)
  }
  const listTags = (action: string) =>
    toOptions(tags).map(({ value, label }) => ({ value: `${action} ${value}`, label }))
  const tagGroups = [
    { group: 'Add tag', items: listTags('add') },
    { group: 'Remove tag', items: listTags('remove') },
  ]
  return (
    <Paper component="section" aria-label="Selected leads" withBorder shadow="md" pos="sticky" bottom={8} p={8} mt={8}>
      <Group gap={8}>
        <Group gap={8} w={{ base: '100%', sm: 'auto' }} justify="space-between">
          <Text component="p" fz={13} m={0} px={4} aria-live="polite">
            <strong>{pluralize(selection.leads.size, 'lead')}</strong> selected
            {isFullSelection(selection) && ` · ${formatNumber(maxBulkLeads)} at most`}
          </Text>
          <Button variant="subtle" size="compact-sm" color="gray" onClick={clear}>
            Clear
          </Button>
        </Group>
        <ActionMenu
          w={width}
          label="Move"
          actions={leadStages.terms}
          isDisabled={isPending}
          onChoose={(value) => {
            const stage = leadStages.values.find((one) => one === value)
            if (stage) onChange({ stage }, `moved to ${leadStages.label(stage)}`)
          }}
        />
        <ActionMenu
          w={width}
          label="Tag"
          actions={[...(tags.length > 0 ? tagGroups : []), manage]}
          isDisabled={isPending}
          onChoose={chooseTag}
        />
        <ActionMenu
          w={width}
          label="Assign"
          actions={[...toOptions(assignees), { value: 'NONE', label: 'Nobody' }, manage]}
          isDisabled={isPending}
          onChoose={chooseAssignee}
        />
        <Button
          variant="default"
          w={width}
          leftSection={<ListChecks size={16} aria-hidden="true" />}
          onClick={() => onTask([...selection.leads.values()])}
        >
          Add task
        </Button>
        <LinkButton
          variant="default"
          w={width}
          to="/portal/letters"
          search={{ create: true, selected: true }}
          onClick={() =>
            storeChosenLeads([...selection.leads.values()].map(({ orderId, propertyId }) => ({ orderId, propertyId })))
          }
        >
          Write letters
        </LinkButton>
      </Group>
    </Paper>
  )
}
