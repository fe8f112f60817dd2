import type { AdminUser } from '@dooryard/contract/admin-users'
import type { User } from '@dooryard/contract/users'
import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '../../lib/use-user.ts'
import { useDeferred } from '../../ui/hooks.ts'
import { type Asked, mayBeActedAs, mayBeDecidedOn, type UserAction } from './user-rules.ts'

const labels: Record<Exclude<UserAction, 'state'>, string> = {
  actAs: 'Act as…',
  adjust: 'Adjust credits…',
  edit: 'Edit…',
  role: 'Change role…',
  signOut: 'Sign out everywhere…',
}

const formatLabel = (action: UserAction, { isActive }: User) =>
  action === 'state' ? (isActive ? 'Deactivate…' : 'Activate…') : labels[action]

function isOpenTo(action: UserAction, user: User, adminId: string): boolean {
  if (action === 'actAs') return mayBeActedAs(user, adminId)
  return (action !== 'state' && action !== 'role') || mayBeDecidedOn(user, adminId)
}

type ActionButtonsProps = Pick<ButtonProps, 'size'> & {
  user: User
  actions: readonly UserAction[]
  label?: string
  onAct: (action: UserAction) => void
}

/** A button for each of the actions that the administrator may take, with its own label unless one is given. */
export function ActionButtons({ user, actions, label, onAct, size = 'xs' }: ActionButtonsProps) {
  const { id: adminId } = useUser()
  return actions
    .filter((action) => isOpenTo(action, user, adminId))
    .map((action) => (
      <Button key={action} variant="default" size={size} onClick={() => onAct(action)}>
        {label ?? formatLabel(action, user)}
      </Button>
    ))
}

/** Asks about a user in a dialog, whose code comes with the first question. */
export function useUserDialogs() {
  const [asked, ask] = useState<Asked>()
  // Of whom something was asked last: a dialog fades away, and a call ends, after nothing is asked any more.
  const [user, setUser] = useState<User>()
  if (asked && asked.user !== user) setUser(asked.user)
  const load = async () => (await import('./dialogs/user-dialogs.tsx')).UserDialogs
  const Dialogs = useDeferred(load, asked, () => ask(undefined))
  // A call may end after something else is asked, of the same user or of another.
  const close = () => ask((now) => (now === asked ? undefined : now))
  const dialogs = Dialogs && user && <Dialogs key={user.id} user={user} asked={asked} onClose={close} />
  return { asked, ask, dialogs }
}

/** The actions on a user where they stand by themselves; none on one who has closed their account. */
export function UserActs({ user, acts }: { user: AdminUser; acts: readonly UserAction[] }) {
  const { ask, dialogs } = useUserDialogs()
  return (
    <>
      {!user.closedAt && <ActionButtons user={user} actions={acts} onAct={(action) => ask({ user, action })} />}
      {dialogs}
    </>
  )
}
