import type { Transaction } from '@dooryard/contract/transactions'
import type { User } from '@dooryard/contract/users'
import { ActAsDialog } from './act-as-dialog.tsx'
import { AdjustDialog } from './adjust-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { StateDialog } from './state-dialog.tsx'
import type { HeadAct } from './user-head.tsx'

/** What is asked over the drawer, and about whom. */
export type Asked = { user: User; act: HeadAct | 'adjust' } | { user: User; act: 'refund'; payment: Transaction }

type UserDialogsProps = { user: User; asked: Asked | undefined; onClose: () => void }

/** What is asked of one user: another one has dialogs of their own. */
export function UserDialogs({ user, asked, onClose }: UserDialogsProps) {
  const of = (act: Asked['act']) => ({ user, opened: asked?.act === act, onClose })
  return (
    <>
      <EditDialog {...of('edit')} />
      <RoleDialog {...of('role')} />
      <StateDialog {...of('state')} />
      <SignOutDialog {...of('signOut')} />
      <AdjustDialog {...of('adjust')} />
      <ActAsDialog user={asked?.act === 'actAs' ? user : undefined} onClose={onClose} />
      <RefundDialog user={user} payment={asked?.act === 'refund' ? asked.payment : undefined} onClose={onClose} />
    </>
  )
}
