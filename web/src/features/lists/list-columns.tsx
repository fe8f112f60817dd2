import type { PropertyList } from '@dooryard/contract/data/property-lists'
import { ActionIcon, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Download, FilePlus2, Pencil, Trash2 } from 'lucide-react'
import { formatMissing } from '../../criteria/lists/list-messages.ts'
import { buildListCriteria } from '../../criteria/lists/lists.data.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { Instant } from '../../ui/display/instant.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { defineColumns } from '../../ui/table/columns.ts'

type OnList = (list: PropertyList) => void

export type ListActions = { onUpload: OnList; onExport: OnList; onRename: OnList; onDelete: OnList }

/** Opens a list in the lead finder, which has its table and its map. */
const FinderLink = ({ id, name }: PropertyList) => (
  <Link to="/portal/lead-finder" search={{ criteria: buildListCriteria(id) }} data-row-link>
    {name}
  </Link>
)

const OrderLink = ({ id, name }: PropertyList) => (
  <LinkButton
    variant="subtle"
    size="compact-sm"
    to="/portal/orders/create"
    search={{ criteria: { only: { listIds: [id] } }, name }}
    aria-label={`Order ${name}`}
  >
    Order
  </LinkButton>
)

const PropertyCount = ({ properties, missing }: PropertyList) => (
  <>
    {formatNumber(properties)}
    {missing !== null && missing > 0 && (
      <Text
        inherit
        component="small"
        display="block"
        fz={12}
        c="dimmed"
        data-hint="No county dataset has them any more. They stay in the list, but cannot be searched or ordered."
      >
        {formatMissing(missing)}
      </Text>
    )}
  </>
)

const iconActions = [
  { action: 'onUpload', verb: 'Upload addresses to', hint: 'Upload addresses', icon: FilePlus2 },
  { action: 'onExport', verb: 'Export', hint: 'Export CSV', icon: Download },
  { action: 'onRename', verb: 'Rename', hint: 'Rename', icon: Pencil },
  { action: 'onDelete', verb: 'Delete', hint: 'Delete', icon: Trash2 },
] as const

/** Enterprise users choose their lists in the audience of a campaign, so theirs have no links. */
export const buildListColumns = (actions: ListActions, isConsumer: boolean) =>
  defineColumns<PropertyList>([
    {
      id: 'name',
      header: 'Name',
      card: 'title',
      share: 40,
      cell: (list) => (isConsumer ? <FinderLink {...list} /> : <strong>{list.name}</strong>),
    },
    { id: 'properties', header: 'Properties', align: 'right', cell: (list) => <PropertyCount {...list} /> },
    { id: 'updatedAt', header: 'Changed', cell: ({ updatedAt }) => <Instant at={updatedAt} /> },
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: 236,
      cell: (list) => (
        <Group gap={2} wrap="nowrap">
          {isConsumer && list.properties > 0 && <OrderLink {...list} />}
          {iconActions.map(({ action, verb, hint, icon: Icon }) => (
            <ActionIcon
              key={action}
              aria-label={`${verb} ${list.name}`}
              data-hint={hint}
              disabled={action === 'onExport' && list.properties === 0}
              onClick={() => actions[action](list)}
            >
              <Icon size={16} aria-hidden="true" />
            </ActionIcon>
          ))}
        </Group>
      ),
    },
  ])
