import { createUseExternalEvents } from '@mantine/core'
import { useState } from 'react'
import { useOnDemand } from '../hooks.ts'
import type { Confirmation } from './confirm-dialog.tsx'

const [useConfirmations, createConfirmation] = createUseExternalEvents<{ ask: (asked: Confirmation) => void }>(
  'dooryard-confirmations',
)

export const askFirst = createConfirmation('ask')

/** The dialog in which something is confirmed; its code comes with the first. */
export function Confirmations() {
  const [asked, setAsked] = useState<Confirmation>()
  const [isOpen, setOpen] = useState(false)
  const [Dialog, load] = useOnDemand(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)
  const ask = (next: Confirmation) => {
    setAsked(next)
    setOpen(true)
    if (!Dialog) load()
  }
  useConfirmations({ ask })
  return Dialog && asked && <Dialog asked={asked} opened={isOpen} onClose={() => setOpen(false)} />
}
