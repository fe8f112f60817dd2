import type { User } from '@dooryard/contract/users'
import { nameOf } from '../../lib/names.ts'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'
import { useActAs } from './users.data.ts'

/** Asks an administrator why, before they act as a user; open while there is one. */
export function ActAsDialog({ user, onClose }: { user: User | undefined; onClose: () => void }) {
  const asked = user && {
    id: user.id,
    title: `Act as ${nameOf(user)}`,
    lead:
      `For one hour you see and do what ${user.firstName} can. Everything you do is logged under your name, with this ` +
      'reason. Their password, their sessions and the closing of their account stay out of reach.',
    example: 'Asked by phone why an order came back short',
    send: `Act as ${user.firstName}`,
  }
  return <ReasonDialog asked={asked} call={useActAs(user?.id ?? '')} onDone={() => {}} onClose={onClose} />
}
