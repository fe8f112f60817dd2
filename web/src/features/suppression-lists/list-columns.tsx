import type { SuppressionList } from '@dooryard/contract/data/suppression-lists'
import { ActionIcon, Button, Group } from '@mantine/core'
import { FilePlus2, Pencil, Trash2 } from 'lucide-react'
import { formatNumber, pluralize } from '../../lib/format/format.ts'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { defineColumns } from '../../ui/table/columns.ts'

/** What can be done with a list. */
export type ListAction = 'add' | 'rename' | 'delete' | 'rejects'

type OnAction = (list: SuppressionList, action: ListAction) => void

const iconActions = [
  { action: 'add', verb: 'Add a file to', hint: 'Add a file', icon: FilePlus2 },
  { action: 'rename', verb: 'Rename', hint: 'Rename', icon: Pencil },
  { action: 'delete', verb: 'Delete', hint: 'Delete', icon: Trash2 },
] as const

const ListActions = ({ list, onAction }: { list: SuppressionList; onAction: OnAction }) => (
  <Group gap={2} wrap="nowrap">
    {iconActions.map(({ action, verb, hint, icon: Icon }) => (
      <ActionIcon
        key={action}
        aria-label={`${verb} ${list.name}`}
        data-hint={hint}
        onClick={() => onAction(list, action)}
      >
        <Icon size={16} aria-hidden="true" />
      </ActionIcon>
    ))}
  </Group>
)

/** The number of rows that could not be read, which opens their reasons. */
const RejectedCount = ({ list, onAction }: { list: SuppressionList; onAction: OnAction }) =>
  list.rowsRejected === 0 ? (
    'None'
  ) : (
    <Button
      variant="subtle"
      size="compact-sm"
      mx={-8}
      aria-label={`${pluralize(list.rowsRejected, 'row')} of ${list.name} rejected: see why`}
      onClick={() => onAction(list, 'rejects')}
    >
      {formatNumber(list.rowsRejected)}
    </Button>
  )

export const buildListColumns = (onAction: OnAction) =>
  defineColumns<SuppressionList>([
    {
      id: 'name',
      header: 'Name',
      card: 'title',
      share: 40,
      cell: ({ name, fileName }) => <TextWithDescription first={<strong>{name}</strong>} second={fileName} />,
    },
    { id: 'entries', header: 'Entries', align: 'right', cell: ({ entries }) => formatNumber(entries) },
    { id: 'matches', header: 'Properties that match', align: 'right', cell: ({ matches }) => formatNumber(matches) },
    {
      id: 'rejects',
      header: 'Rows rejected',
      align: 'right',
      cell: (list) => <RejectedCount list={list} onAction={onAction} />,
    },
    { id: 'updatedAt', header: 'Changed', cell: ({ updatedAt }) => <Instant at={updatedAt} /> },
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: 120,
      cell: (list) => <ListActions list={list} onAction={onAction} />,
    },
  ])
