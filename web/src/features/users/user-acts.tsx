import type { AdminUser } from '@dooryard/contract/admin-users'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '../../lib/use-user.ts'
import { useOnDemand } from '../../ui/hooks.ts'
import type { Asked } from './user-dialogs.tsx'
import type { HeadAct } from './user-head.tsx'
import { mayBeActedAs, mayBeDecidedOn } from './user-rules.ts'

type Act = HeadAct | 'adjust'

const labels: Record<Exclude<Act, 'state'>, string> = {
  actAs: 'Act as…',
  adjust: 'Adjust credits…',
  edit: 'Edit…',
  role: 'Change role…',
  signOut: 'Sign out everywhere…',
}

const labelOf = (act: Act, { isActive }: AdminUser) =>
  act === 'state' ? (isActive ? 'Deactivate…' : 'Activate…') : labels[act]

function isOpenTo(act: Act, user: AdminUser, adminId: string): boolean {
  if (act === 'actAs') return mayBeActedAs(user, adminId)
  return (act !== 'state' && act !== 'role') || mayBeDecidedOn(user, adminId)
}

/**
 * What can be done with a user, each asked about first, where it does not stand beside what it changes; nothing with one
 * who has closed their account.
 */
export function UserActs({ user, acts }: { user: AdminUser; acts: readonly Act[] }) {
  const { id: adminId } = useUser()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const [Dialogs, load] = useOnDemand(async () => (await import('./user-dialogs.tsx')).UserDialogs, close)
  const ask = (act: Act) => {
    if (!Dialogs) load()
    setAsked({ user, act })
  }
  return (
    <>
      {acts
        .filter((act) => !user.closedAt && isOpenTo(act, user, adminId))
        .map((act) => (
          <Button key={act} variant="default" size="xs" onClick={() => ask(act)}>
            {labelOf(act, user)}
          </Button>
        ))}
      {/* As they were when it was asked: what is asked must not turn round while it is done. */}
      {Dialogs && <Dialogs user={asked?.user ?? user} asked={asked} onClose={close} />}
    </>
  )
}
