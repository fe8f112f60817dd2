import { roles } from '@dooryard/contract/api/roles'
import { type ListedUser, userStates } from '@dooryard/contract/identity/admin/admin-users'
import type { User } from '@dooryard/contract/identity/users'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { emptyValue, formatAgo, formatDay, formatMoney, formatNumber, toTitleCase } from '../../lib/format/format.ts'
import { formatUserName } from '../../lib/format/user-name.ts'
import { getUserStateTag } from '../../lib/labels/user-state.ts'
import { getServerTime } from '../../lib/session/server-clock.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Tag } from '../../ui/display/badges.tsx'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { buildSelectFilter, defineColumns } from '../../ui/table/columns.ts'
import { canImpersonate } from './user-rules.ts'

const NameCell = ({ user }: { user: User }) => (
  <Group gap={10} wrap="nowrap" miw={0} title={formatUserName(user)}>
    <Avatar user={user} size={28} />
    <Link
      from="/portal/users/"
      to="/portal/users"
      search={(old) => ({ ...old, user: user.id })}
      resetScroll={false}
      style={{ overflow: 'hidden', fontWeight: 550, textOverflow: 'ellipsis' }}
      data-row-link
    >
      {formatUserName(user)}
    </Link>
  </Group>
)

/** The columns of the list of users, each with the actions of a row. */
export const buildUserColumns = (adminId: string, onImpersonate: (user: User) => void) =>
  defineColumns<ListedUser>([
    { id: 'name', header: 'Name', sortable: true, card: 'title', share: 24, cell: (user) => <NameCell user={user} /> },
    {
      id: 'email',
      header: 'Email',
      card: 'wide',
      share: 30,
      cell: ({ email, companyName }) => <TextWithDescription first={email} second={companyName} />,
    },
    {
      id: 'role',
      header: 'Role',
      filter: {
        kind: 'selects',
        key: 'roles',
        label: 'Role',
        options: roles.map((value) => ({ value, label: toTitleCase(value) })),
      },
      cell: ({ role }) => toTitleCase(role),
    },
    {
      id: 'state',
      header: 'State',
      card: 'corner',
      filter: buildSelectFilter('state', 'State', userStates),
      cell: (user) => <Tag {...getUserStateTag(user)} />,
    },
    {
      id: 'balance',
      header: 'Balance',
      align: 'right',
      cell: ({ balance, planName }) => <TextWithDescription first={formatNumber(balance)} second={planName} />,
    },
    {
      id: 'spent',
      header: 'Spent',
      align: 'right',
      cell: ({ spent }) => spent.map(formatMoney).join(', ') || emptyValue,
    },
    {
      id: 'lastSeenAt',
      header: 'Last seen',
      align: 'right',
      cell: ({ lastSeenAt }) => (lastSeenAt ? formatAgo(Date.parse(lastSeenAt), getServerTime()) : emptyValue),
    },
    {
      id: 'createdAt',
      header: 'Created',
      sortable: true,
      align: 'right',
      cell: ({ createdAt }) => formatDay(createdAt),
    },
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: 196,
      cell: (user) => (
        <Group gap={6} wrap="nowrap">
          <LinkButton
            size="compact-sm"
            variant="default"
            to="/portal/users/$id/statistics"
            params={{ id: user.id }}
            aria-label={`Statistics of ${formatUserName(user)}`}
          >
            Statistics
          </LinkButton>
          {canImpersonate(user, adminId) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Impersonate ${formatUserName(user)}`}
              onClick={() => onImpersonate(user)}
            >
              Impersonate
            </Button>
          )}
        </Group>
      ),
    },
  ])
