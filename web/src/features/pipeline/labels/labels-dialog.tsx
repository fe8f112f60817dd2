import {
  type LabelColor,
  type LeadLabel,
  labelColors,
  leadLabels,
  maxLeadLabels,
  NewLeadLabel,
} from '@dooryard/contract/leads/lead-labels'
import { ActionIcon, Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLeadLabels } from '../../../entities/lead/labels/labels.data.ts'
import classes from '../../../entities/lead/labels/labels.module.css'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { pluralize, toTitleCase } from '../../../lib/format/format.ts'
import { DetailGroup } from '../../../ui/overlay/detail-drawer.tsx'
import { changedByLabels } from '../select/bulk.data.ts'

const colorOptions = labelColors.map((value) => ({ value, label: toTitleCase(value) }))
const findColor = (value: string): LabelColor => labelColors.find((color) => color === value) ?? 'gray'

function ColorSelect({ color, onColor }: { color: LabelColor; onColor: (color: LabelColor) => void }) {
  return (
    <NativeSelect
      size="xs"
      w={112}
      flex="none"
      aria-label="Color"
      data={colorOptions}
      value={color}
      leftSection={<i className={classes.dot} data-color={color} aria-hidden="true" />}
      onChange={({ currentTarget }) => onColor(findColor(currentTarget.value))}
    />
  )
}

/** A label whose name is saved when the field is left. */
function LabelRow({ label }: { label: LeadLabel }) {
  const { id, kind, leads } = label
  const [name, setName] = useState(label.name)
  const [isConfirming, setConfirming] = useState(false)
  const change = useEndpointMutation(leadLabels.change, { refreshes: changedByLabels })
  const remove = useEndpointMutation(leadLabels.remove, { refreshes: changedByLabels })
  const rename = () => {
    if (name.trim() !== label.name) change.mutate({ params: { id }, body: { name } })
  }
  return (
    <div>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <TextInput
          size="xs"
          flex={1}
          aria-label={kind === 'TAG' ? 'Tag name' : 'Assignee name'}
          maxLength={40}
          value={name}
          error={change.error && getErrorMessage(change.error)}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onBlur={rename}
          onKeyDown={({ key }) => key === 'Enter' && rename()}
        />
        {kind === 'TAG' && (
          <ColorSelect color={label.color} onColor={(color) => change.mutate({ params: { id }, body: { color } })} />
        )}
        <ActionIcon size={30} aria-label={`Delete ${label.name}`} onClick={() => setConfirming(true)}>
          <Trash2 size={14} aria-hidden="true" />
        </ActionIcon>
      </Group>
      {isConfirming && (
        <Group gap={8} mt={6} role="alert">
          <Text fz={13}>Delete and remove from {pluralize(leads, 'lead')}?</Text>
          <Button
            size="compact-sm"
            color="bad"
            loading={remove.isPending}
            onClick={() => remove.mutate({ params: { id } })}
          >
            Delete
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setConfirming(false)}>
            Cancel
          </Button>
        </Group>
      )}
    </div>
  )
}

const texts = {
  TAG: { title: 'Tags', field: 'New tag', add: 'Add tag', hint: `Up to ${maxLeadLabels}, ten per lead.` },
  ASSIGNEE: {
    title: 'Assignees',
    field: 'New assignee',
    add: 'Add assignee',
    hint: `Your teammates; they need no account. Up to ${maxLeadLabels}, one per lead.`,
  },
} as const

function LabelSection({ kind, labels }: { kind: LeadLabel['kind']; labels: readonly LeadLabel[] }) {
  const [name, setName] = useState('')
  const [chosenColor, setColor] = useState<LabelColor>()
  // Each new tag starts with another color.
  const color = chosenColor ?? labelColors[(labels.length + 1) % labelColors.length] ?? 'gray'
  const [refusal, setRefusal] = useState<string>()
  const text = texts[kind]
  const create = useEndpointMutation(leadLabels.create, {
    refreshes: changedByLabels,
    isIdempotent: true,
    onSuccess: () => {
      setName('')
      setColor(undefined)
    },
  })
  const add = (event: FormEvent) => {
    event.preventDefault()
    const checked = NewLeadLabel.safeParse({ kind, name, color })
    if (!checked.success) return setRefusal(checked.error.issues[0]?.message)
    create.mutate({ body: checked.data }, { onError: (error) => setRefusal(getErrorMessage(error)) })
  }
  return (
    <DetailGroup title={text.title}>
      <Text fz={13} c="dimmed" mb={8}>
        {text.hint}
      </Text>
      <Stack gap={6}>
        {labels.map((label) => (
          <LabelRow key={label.id} label={label} />
        ))}
        <form onSubmit={add} noValidate>
          <Group gap={8} wrap="nowrap" align="flex-start">
            <TextInput
              size="xs"
              flex={1}
              aria-label={text.field}
              placeholder={text.field}
              maxLength={40}
              value={name}
              error={refusal}
              onChange={({ currentTarget }) => {
                setName(currentTarget.value)
                setRefusal(undefined)
              }}
            />
            {kind === 'TAG' && <ColorSelect color={color} onColor={setColor} />}
            <Button type="submit" size="xs" variant="default" flex="none" loading={create.isPending}>
              {text.add}
            </Button>
          </Group>
        </form>
      </Stack>
    </DetailGroup>
  )
}

/** Manages the user's tags and assignees. */
export function LabelsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { tags, assignees } = useLeadLabels()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Tags and assignees"
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <LabelSection kind="TAG" labels={tags} />
      <LabelSection kind="ASSIGNEE" labels={assignees} />
    </Modal>
  )
}
