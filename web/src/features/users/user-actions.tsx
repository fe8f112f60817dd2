import type { AdminUser } from '@dooryard/contract/identity/admin/admin-users'
import type { User } from '@dooryard/contract/identity/users'
import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '../../lib/session/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { useLazyLoadWhen } from '../../ui/hooks/hooks.ts'
import { canImpersonate, canManage, type UserAction, type UserDialogRequest } from './user-rules.ts'

const labelByAction: Record<Exclude<UserAction, 'state'>, string> = {
  actAs: 'Impersonate…',
  adjust: 'Adjust credits…',
  edit: 'Edit…',
  email: 'Change email…',
  role: 'Change role…',
  secondFactor: 'Reset…',
  signOut: 'Sign out everywhere…',
}

const formatLabel = (action: UserAction, { isActive }: User) =>
  action === 'state' ? (isActive ? 'Deactivate…' : 'Activate…') : labelByAction[action]

function isAvailable(action: UserAction, user: User, adminId: string): boolean {
  if (action === 'email') return user.role !== 'SUPER_ADMIN'
  if (action === 'actAs') return canImpersonate(user, adminId)
  return !['state', 'role', 'secondFactor'].includes(action) || canManage(user, adminId)
}

type ActionButtonsProps = Pick<ButtonProps, 'size'> & {
  user: User
  actions: readonly UserAction[]
  label?: string
  onAct: (action: UserAction) => void
}

/** A button for each action the administrator may take, with its own label by default. */
export function ActionButtons({ user, actions, label, onAct, size = 'xs' }: ActionButtonsProps) {
  const { id: adminId } = useUser()
  return actions
    .filter((action) => isAvailable(action, user, adminId))
    .map((action) => (
      <Button key={action} variant="default" size={size} onClick={() => onAct(action)}>
        {label ?? formatLabel(action, user)}
      </Button>
    ))
}

/** Opens the commissions, coupons and share links of an affiliate. */
export const CommissionsLink = ({ id }: Pick<User, 'id'>) => (
  <LinkButton variant="default" size="xs" to="/portal/affiliates" search={{ affiliate: id }}>
    Commissions
  </LinkButton>
)

/** Opens a dialog about a user; its code loads with the first one. */
export function useUserDialogs() {
  const [request, openDialog] = useState<UserDialogRequest>()
  // The user of the last dialog: it still fades out, and its request may still run, after it has closed.
  const [user, setUser] = useState<User>()
  if (request && request.user !== user) setUser(request.user)
  const load = async () => (await import('./dialogs/user-dialogs.tsx')).UserDialogs
  const Dialogs = useLazyLoadWhen(load, request, () => openDialog(undefined))
  // A request may end after another dialog has opened, for the same user or another.
  const close = () => openDialog((now) => (now === request ? undefined : now))
  const dialogs = Dialogs && user && <Dialogs key={user.id} user={user} request={request} onClose={close} />
  return { request, openDialog, dialogs }
}

/** The actions on a user, outside a table; none on a closed account. */
export function UserActionButtons({ user, actions }: { user: AdminUser; actions: readonly UserAction[] }) {
  const { openDialog, dialogs } = useUserDialogs()
  return (
    <>
      {!user.closedAt && (
        <ActionButtons user={user} actions={actions} onAct={(action) => openDialog({ user, action })} />
      )}
      {dialogs}
    </>
  )
}
