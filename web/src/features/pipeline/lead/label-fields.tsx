import { maxTagsPerLead } from '@dooryard/contract/leads/lead-labels'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useId } from 'react'
import { LabelToggle } from '../../../entities/lead/labels/label-chip.tsx'
import { toOptions, useLeadLabels } from '../../../entities/lead/labels/labels.data.ts'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { useBulkChange } from '../select/bulk.data.ts'

/** The tags and the assignee of a lead; a click changes them at once. */
export function LabelFields({ lead }: { lead: BoardLead }) {
  const { tags, assignees, byId } = useLeadLabels()
  const { mutate } = useBulkChange()
  const [dialog, openDialog] = useDialog(async () => (await import('../labels/labels-dialog.tsx')).LabelsDialog)
  const legendId = useId()
  const { orderId, propertyId, tagIds, assigneeId } = lead
  const leads = [{ orderId, propertyId }]
  const toggle = (id: string, name: string) =>
    tagIds.includes(id)
      ? mutate({ change: { leads, removeTags: [id] }, outcome: `no longer tagged ${name}` })
      : mutate({ change: { leads, addTags: [id] }, outcome: `tagged ${name}` })
  const assign = (value: string) =>
    mutate({
      change: { leads, assigneeId: value || null },
      outcome: value ? `assigned to ${byId.get(value)?.name ?? ''}` : 'unassigned',
    })
  return (
    <>
      <NativeSelect
        mt={12}
        label="Assignee"
        data={[{ value: '', label: 'Nobody' }, ...toOptions(assignees)]}
        value={assigneeId ?? ''}
        onChange={({ currentTarget }) => assign(currentTarget.value)}
      />
      <Text id={legendId} fz={14} fw={500} mt={12} mb={4}>
        Tags
      </Text>
      <Group role="group" aria-labelledby={legendId} gap={6}>
        {tags.map((tag) => (
          <LabelToggle
            key={tag.id}
            label={tag}
            isOn={tagIds.includes(tag.id)}
            onToggle={() => toggle(tag.id, tag.name)}
          />
        ))}
        <Button size="compact-sm" variant="subtle" onClick={openDialog}>
          {tags.length > 0 ? 'Manage' : 'Create tags and assignees'}
        </Button>
      </Group>
      {tagIds.length >= maxTagsPerLead && (
        <Text fz={12} c="dimmed" mt={4}>
          A lead has up to {maxTagsPerLead} tags.
        </Text>
      )}
      {dialog({})}
    </>
  )
}
