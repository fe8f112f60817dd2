import type { User } from '@dooryard/contract/auth'
import { ModalsProvider } from '@mantine/modals'
import type { ReactNode } from 'react'
import { Shell } from './shell.tsx'

/** The signed-in area: its frame, and the dialogs that its screens open. */
export function Portal({ user, children }: { user: User; children: ReactNode }) {
  return (
    <ModalsProvider>
      <Shell user={user}>{children}</Shell>
    </ModalsProvider>
  )
}
