import { type AdminApiKey, apiKeyStates } from '@dooryard/contract/admin-api-keys'
import { Button } from '@mantine/core'
import { OwnerCell } from '../../entities/user/owner-cell.tsx'
import { ownerFilter } from '../../entities/user/owner-filter.tsx'
import { titleCase } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { columnsOfKeys, EndDay, ShortEnd } from './key-columns.tsx'

const column = columnsOf<AdminApiKey>()
const { name, scopes, usage, used } = columnsOfKeys<AdminApiKey>()

const tones = { ACTIVE: 'good', EXPIRED: 'warn', REVOKED: 'plain' } as const

export const KeyState = ({ state }: Pick<AdminApiKey, 'state'>) => <Tag tone={tones[state]}>{titleCase(state)}</Tag>

/** The columns of everybody's API keys. */
export const adminKeyColumns = (onRevoke: (key: AdminApiKey) => void) =>
  column.columns([
    name,
    column.accessor('user', {
      header: 'Owner',
      meta: { card: 'wide', share: 17, filter: ownerFilter },
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
    scopes,
    usage,
    used,
    column.display({
      id: 'ends',
      header: 'Expires',
      // That one has ended, its state says.
      cell: ({ row: { original } }) =>
        original.state === 'ACTIVE' ? <ShortEnd apiKey={original} /> : <EndDay apiKey={original} />,
    }),
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
