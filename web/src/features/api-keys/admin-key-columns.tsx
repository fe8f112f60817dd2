import { type AdminApiKey, apiKeyStates } from '@dooryard/contract/admin-api-keys'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { serverNow } from '../../lib/clock.ts'
import { titleCase } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { OwnerCell } from '../../ui/parts/owner-cell.tsx'
import { Tag } from '../../ui/parts/tag.tsx'
import { TwoLines } from '../../ui/parts/two-lines.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { LastUse, Prefix, Scopes } from './key-columns.tsx'
import { UsageBars } from './usage-bars.tsx'

const column = columnsOf<AdminApiKey>()

const tones = { ACTIVE: 'good', EXPIRED: 'warn', REVOKED: 'plain' } as const

export const KeyState = ({ state }: Pick<AdminApiKey, 'state'>) => <Tag tone={tones[state]}>{titleCase(state)}</Tag>

const NameLink = ({ id, name }: AdminApiKey) => (
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

/** The columns of everybody's API keys. */
export const adminKeyColumns = (onRevoke: (key: AdminApiKey) => void) =>
  column.columns([
    column.accessor('name', {
      header: 'Name',
      meta: { card: 'title', share: 20 },
      cell: ({ row: { original } }) => (
        <TwoLines first={<NameLink {...original} />} second={<Prefix {...original} />} />
      ),
    }),
    column.accessor('user', {
      header: 'Owner',
      meta: { card: 'wide', share: 24 },
      cell: ({ getValue }) => <OwnerCell owner={getValue()} />,
    }),
    column.accessor('state', {
      header: 'State',
      meta: {
        card: 'corner',
        filter: {
          kind: 'select',
          key: 'state',
          label: 'State',
          options: apiKeyStates.map((value) => ({ value, label: titleCase(value) })),
        },
      },
      cell: ({ row: { original } }) => <KeyState {...original} />,
    }),
    column.display({
      id: 'scopes',
      header: 'Permissions',
      meta: { card: 'wide' },
      cell: ({ row: { original } }) => <Scopes {...original} />,
    }),
    column.display({
      id: 'usage',
      header: 'Last 30 days',
      meta: { card: 'wide' },
      cell: ({ row: { original } }) => <UsageBars usage={original.usage} now={serverNow()} />,
    }),
    column.display({ id: 'used', header: 'Last used', cell: ({ row: { original } }) => <LastUse {...original} /> }),
    column.display({
      id: 'action',
      header: 'Action',
      meta: { card: 'action', width: 108 },
      cell: ({ row: { original } }) =>
        original.state !== 'REVOKED' && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Revoke ${original.name} of ${nameOf(original.user)}…`}
            onClick={() => onRevoke(original)}
          >
            Revoke…
          </Button>
        ),
    }),
  ])
