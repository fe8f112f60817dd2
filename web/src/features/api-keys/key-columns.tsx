import { type AdminApiKey, apiKeyStates } from '@dooryard/contract/integrations/admin-api-keys'
import type { ApiKey } from '@dooryard/contract/integrations/api-keys'
import { ActionIcon, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { OwnerCell } from '../../entities/user/owner-cell.tsx'
import { ownerFilter } from '../../entities/user/owner-filter.tsx'
import { formatDay, formatWithTimeZone } from '../../lib/format/format.ts'
import { formatUserName } from '../../lib/format/user-name.ts'
import type { Scope } from '../../lib/session/scope.ts'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { buildSelectFilter, type Column, defineColumns } from '../../ui/table/columns.ts'
import type { ListedKey } from './api-keys.data.ts'
import {
  AllowedIpsMark,
  ExpiryDay,
  KeyState,
  LastUse,
  Prefix,
  Scopes,
  ShortExpiry,
  TestMark,
  UsageBars,
} from './key-parts.tsx'

const actions = [
  { act: 'edit', verb: 'Edit', Icon: Pencil },
  { act: 'regenerate', verb: 'Regenerate', Icon: RefreshCw },
  { act: 'revoke', verb: 'Revoke', Icon: Trash2 },
] as const

/** An action that opens a dialog: creating a key, or changing an existing one. */
export type KeyAction =
  | { act: 'make' }
  | { act: (typeof actions)[number]['act']; key: ApiKey }
  | { act: 'adminRevoke'; key: AdminApiKey }

type KeyActionsProps = { disabled: boolean; onTask: (task: KeyAction) => void }

const OwnerActions = ({ apiKey, disabled, onTask }: KeyActionsProps & { apiKey: ApiKey }) => (
  <Group gap={2} wrap="nowrap">
    {actions.map(({ act, verb, Icon }) => (
      <ActionIcon
        key={act}
        aria-label={`${verb} ${apiKey.name}`}
        data-hint={verb}
        disabled={disabled}
        onClick={() => onTask({ act, key: apiKey })}
      >
        <Icon size={16} />
      </ActionIcon>
    ))}
  </Group>
)

const AdminRevoke = ({ apiKey, onTask }: KeyActionsProps & { apiKey: AdminApiKey }) =>
  apiKey.state !== 'REVOKED' && (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Revoke ${apiKey.name} of ${formatUserName(apiKey.user)}…`}
      onClick={() => onTask({ act: 'adminRevoke', key: apiKey })}
    >
      Revoke…
    </Button>
  )

const NameLink = ({ id, name }: ListedKey) => (
  <Link
    from="/portal/api-keys"
    to="/portal/api-keys"
    search={(old) => ({ ...old, key: id })}
    resetScroll={false}
    data-row-link
  >
    {name}
  </Link>
)

const PrefixAndMode = (key: ListedKey) => (
  <Group component="span" display="inline-flex" gap={6}>
    <Prefix {...key} />
    <TestMark {...key} />
  </Group>
)

const adminColumns: Column<ListedKey>[] = [
  {
    id: 'user',
    header: 'Owner',
    card: 'wide',
    share: 17,
    filter: ownerFilter,
    cell: (key) => 'user' in key && <OwnerCell owner={key.user} />,
  },
  {
    id: 'state',
    header: 'State',
    card: 'corner',
    filter: buildSelectFilter('state', 'State', apiKeyStates),
    cell: (key) => 'state' in key && <KeyState {...key} />,
  },
]

const createdColumn: Column<ListedKey> = {
  id: 'createdAt',
  header: 'Created',
  cell: ({ createdAt }) => <span title={formatWithTimeZone(createdAt)}>{formatDay(createdAt)}</span>,
}

export const keyColumns = (scope: Scope, props: KeyActionsProps) =>
  defineColumns<ListedKey>([
    {
      id: 'name',
      header: 'Name',
      card: 'title',
      share: 20,
      cell: (key) => <TextWithDescription first={<NameLink {...key} />} second={<PrefixAndMode {...key} />} />,
    },
    ...(scope === 'admin' ? adminColumns : []),
    {
      id: 'scopes',
      header: 'Permissions',
      card: 'wide',
      cell: (key) => (
        <Scopes {...key}>
          <AllowedIpsMark {...key} />
        </Scopes>
      ),
    },
    { id: 'usage', header: 'Last 30 days', card: 'wide', cell: (key) => <UsageBars {...key} /> },
    { id: 'used', header: 'Last used', cell: (key) => <LastUse {...key} /> },
    {
      id: 'ends',
      header: 'Expires',
      // The state column already says that a key has expired.
      cell: (key) =>
        'state' in key && key.state !== 'ACTIVE' ? <ExpiryDay apiKey={key} /> : <ShortExpiry apiKey={key} />,
    },
    ...(scope === 'admin' ? [] : [createdColumn]),
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: scope === 'admin' ? 108 : 132,
      cell: (key) =>
        'user' in key ? <AdminRevoke apiKey={key} {...props} /> : <OwnerActions apiKey={key} {...props} />,
    },
  ])
