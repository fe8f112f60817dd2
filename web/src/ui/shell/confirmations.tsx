import { createUseExternalEvents } from '@mantine/core'
import type { modals } from '@mantine/modals'
import { useState } from 'react'
import { useOnDemand } from '../use-on-demand.ts'

export type Confirmation = Parameters<typeof modals.openConfirmModal>[0]

// What `modals.openConfirmModal` sends, and the provider of the dialogs listens to once it is there.
const [useModalEvents] = createUseExternalEvents<{ openConfirmModal: (asked: Confirmation) => void }>('mantine-modals')

/** The dialogs in which something is confirmed; their code comes with the first. */
export function Confirmations() {
  const [first, setFirst] = useState<Confirmation>()
  const [Dialogs, load] = useOnDemand(async () => (await import('./confirm-dialogs.tsx')).ConfirmDialogs)
  const openConfirmModal = (asked: Confirmation) => {
    if (Dialogs) return
    setFirst(asked)
    load()
  }
  useModalEvents({ openConfirmModal })
  return Dialogs && first && <Dialogs first={first} />
}
