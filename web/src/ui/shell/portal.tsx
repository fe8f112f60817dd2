import type { User } from '@dooryard/contract/identity/users'
import type { ReactNode } from 'react'
import { useLiveBalance } from '../../lib/live/live-balance.ts'
import { useUserRefresh } from '../../lib/session/current-user.ts'
import { Confirmations } from './confirmations.tsx'
import { Shell } from './shell.tsx'
import { StepUp } from './step-up/step-up.tsx'

export function Portal({ user, children }: { user: User; children: ReactNode }) {
  useUserRefresh()
  useLiveBalance()
  return (
    <>
      <Shell user={user}>{children}</Shell>
      <Confirmations />
      <StepUp />
    </>
  )
}
