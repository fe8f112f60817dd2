import { type Role, roles } from '@dooryard/contract/api/roles'
import { adminUsers, type UserQuery } from '@dooryard/contract/identity/admin-users'
import type { User } from '@dooryard/contract/identity/users'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, ShieldCheck, Users } from 'lucide-react'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { emptyValue, formatDay, toTitleCase } from '../../lib/format/format.ts'
import { formatUserName } from '../../lib/format/user-name.ts'
import { getUserStateTag } from '../../lib/labels/user-state.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Tag } from '../../ui/display/badges.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { useLazyLoadWhen } from '../../ui/hooks/hooks.ts'
import { useOpenByHash } from '../../ui/hooks/use-open-by-hash.ts'
import { ListScreen } from '../../ui/layout/screens.tsx'
import { defineColumns, type OnTableStateChange } from '../../ui/table/columns.ts'
import { useUserDialogs } from './user-actions.tsx'
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

const buildUserColumns = (adminId: string, onActAs: (user: User) => void) =>
  defineColumns<User>([
    { id: 'name', header: 'Name', sortable: true, card: 'title', share: 22, cell: (user) => <NameCell user={user} /> },
    { id: 'email', header: 'Email', card: 'wide', share: 26, cell: ({ email }) => email },
    { id: 'companyName', header: 'Company', share: 18, cell: ({ companyName }) => companyName || emptyValue },
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
    { id: 'state', header: 'State', card: 'corner', cell: (user) => <Tag {...getUserStateTag(user)} /> },
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
      width: 184,
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
              aria-label={`Act as ${formatUserName(user)}…`}
              onClick={() => onActAs(user)}
            >
              Act as…
            </Button>
          )}
        </Group>
      ),
    },
  ])

type UsersScreenProps = {
  /** URL state. The call says `role` where the URL says `roles`. */
  state: Omit<UserQuery, 'role'> & { roles?: Role[] | undefined; user?: string | undefined }
  onState: OnTableStateChange
}

/** All accounts, with an action to impersonate their users. */
export function UsersScreen({ state, onState }: UsersScreenProps) {
  const { user: openUserId, ...list } = state
  const { roles: role, ...query } = list
  const { id: adminId } = useUser()
  const { openDialog, dialogs } = useUserDialogs()
  const [newUserDialog, openNewUser] = useDialog(
    async () => (await import('./dialogs/new-user-dialog.tsx')).NewUserDialog,
  )
  const [policyDialog, openPolicies] = useDialog(
    async () => (await import('./dialogs/second-factor-dialogs.tsx')).PolicyDialog,
  )
  useOpenByHash(openNewUser)
  const Drawer = useLazyLoadWhen(async () => (await import('./user-drawer.tsx')).UserDrawer, openUserId)
  const newUser = (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={openNewUser}>
      New user
    </Button>
  )
  return (
    <>
      <ListScreen
        header={{
          heading: 'Users',
          title: 'Users',
          lead: 'All users with an account here.',
          actions: (
            <>
              <Button
                variant="default"
                leftSection={<ShieldCheck size={16} aria-hidden="true" />}
                onClick={openPolicies}
              >
                Two-step verification
              </Button>
              {newUser}
            </>
          ),
        }}
        label="Users"
        columns={buildUserColumns(adminId, (user) => openDialog({ user, action: 'actAs' }))}
        result={useQuery(buildLiveQuery(adminUsers.list, { query: { ...query, role } }))}
        state={list}
        onState={onState}
        searchBy="name, email or company"
        empty={{ icon: Users, title: 'Nobody has an account yet', text: 'Invite the first user.', action: newUser }}
      />
      {newUserDialog({})}
      {policyDialog({})}
      {Drawer && <Drawer userId={openUserId} onClose={() => onState({ user: undefined })} />}
      {dialogs}
    </>
  )
}
