import type { Role } from '@dooryard/contract/api/roles'
import { adminUsers, type UserQuery } from '@dooryard/contract/identity/admin/admin-users'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus, ShieldCheck, Users } from 'lucide-react'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { useLazyLoadWhen } from '../../ui/hooks/hooks.ts'
import { useOpenByHash } from '../../ui/hooks/use-open-by-hash.ts'
import { ListScreen } from '../../ui/layout/screens.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { useUserDialogs } from './user-actions.tsx'
import { buildUserColumns } from './user-columns.tsx'

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
          lead: 'All accounts',
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
        empty={{ icon: Users, title: 'No users yet', text: 'Invite the first user.', action: newUser }}
      />
      {newUserDialog({})}
      {policyDialog({})}
      {Drawer && <Drawer userId={openUserId} onClose={() => onState({ user: undefined })} />}
      {dialogs}
    </>
  )
}
