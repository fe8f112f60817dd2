import type { User } from '@dooryard/contract/users'
import { nameOf } from '../../lib/names.ts'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'
import { useSignOut } from './users.data.ts'

type SignOutDialogProps = { user: User; opened: boolean; onClose: () => void }

/** Ends every session of a user, with a reason; open while `opened`. */
export function SignOutDialog({ user, opened, onClose }: SignOutDialogProps) {
  const { firstName } = user
  const asked = {
    id: user.id,
    title: `Sign ${nameOf(user)} out everywhere`,
    lead:
      `Every browser in which ${firstName} is signed in asks for the password again, and nobody acts as them any more. ` +
      'API keys go on working.',
    readers: 'It is kept in the audit log.',
    example: 'Says that a laptop was stolen',
    send: `Sign ${firstName} out`,
    isGrave: true,
  }
  return <ReasonDialog asked={opened ? asked : undefined} call={useSignOut(user)} onDone={onClose} onClose={onClose} />
}
