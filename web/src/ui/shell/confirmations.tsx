import { useState } from 'react'
import { type Confirmation, useAsked } from '../ask-first.ts'
import { useOnDemand } from '../use-on-demand.ts'

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
  useAsked({ ask })
  return Dialog && asked && <Dialog asked={asked} opened={isOpen} onClose={() => setOpen(false)} />
}
