import type { User } from '@dooryard/contract/users'
import type { ReactNode } from 'react'
import { useLiveBalance } from '../../lib/live-balance.ts'
import { useFreshUser } from '../../lib/me.ts'
import { Confirmations } from './confirmations.tsx'
import { Shell } from './shell.tsx'

export function Portal({ user, children }: { user: User; children: ReactNode }) {
  useFreshUser()
  useLiveBalance()
  return (
    <>
      <Shell user={user}>{children}</Shell>
      <Confirmations />
    </>
  )
}
