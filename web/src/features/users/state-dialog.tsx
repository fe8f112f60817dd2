import type { User } from '@dooryard/contract/users'
import { nameOf } from '../../lib/names.ts'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'
import { Effects } from './effects.tsx'
import { activationEffects, deactivationEffects } from './user-effects.ts'
import { useChangeUser } from './users.data.ts'

type StateDialogProps = { user: User; opened: boolean; onClose: () => void }

/** Shuts a user out or lets them in again, with a reason; says first what comes of it. Open while `opened`. */
export function StateDialog({ user, opened, onClose }: StateDialogProps) {
  const { id, isActive, firstName } = user
  const change = useChangeUser(user, (now) => `${nameOf(now)} is ${now.isActive ? 'active again' : 'deactivated'}`)
  const verb = isActive ? 'Deactivate' : 'Activate'
  const asked = {
    id,
    title: `${verb} ${nameOf(user)}`,
    effects: (
      <Effects
        userId={id}
        say={(held, subscription) =>
          isActive ? deactivationEffects(user, held, subscription) : activationEffects(user, subscription)
        }
      />
    ),
    readers: 'It is kept in the audit log.',
    example: isActive ? 'Has asked us by phone to shut it' : 'Was deactivated by mistake',
    send: `${verb} ${firstName}`,
    isGrave: isActive,
  }
  return (
    <ReasonDialog
      asked={opened ? asked : undefined}
      call={{ ...change, mutate: (reason, how) => change.mutate({ isActive: !isActive, reason }, how) }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
