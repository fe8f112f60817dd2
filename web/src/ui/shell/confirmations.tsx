import { createUseExternalEvents } from '@mantine/core'
import { useState } from 'react'
import { useLazyLoad } from '../hooks/hooks.ts'
import type { Confirmation } from './confirm-dialog.tsx'

const [useConfirmations, createConfirmation] = createUseExternalEvents<{ ask: (confirmation: Confirmation) => void }>(
  'dooryard-confirmations',
)

export const openConfirmDialog = createConfirmation('ask')

/** The confirmation dialog; its code loads on first use. */
export function Confirmations() {
  const [confirmation, setConfirmation] = useState<Confirmation>()
  const [isOpen, setOpen] = useState(false)
  const [Dialog, load] = useLazyLoad(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)
  const ask = (next: Confirmation) => {
    setConfirmation(next)
    setOpen(true)
    if (!Dialog) load()
  }
  useConfirmations({ ask })
  return Dialog && confirmation && <Dialog confirmation={confirmation} opened={isOpen} onClose={() => setOpen(false)} />
}
