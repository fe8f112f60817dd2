import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onStepUp } from '../../../lib/session/step-up.ts'
import { useLazyLoad } from '../../hooks/hooks.ts'

/** Asks for the second factor when a call needs it; its code loads with the first question. */
export function StepUp() {
  const [methods, setMethods] = useState<readonly SecondFactorMethod[]>()
  const [isOpen, setOpen] = useState(false)
  const answer = useRef((_isConfirmed: boolean) => {})
  const [Dialog, load] = useLazyLoad(
    async () => (await import('./step-up-dialog.tsx')).StepUpDialog,
    () => close(false),
  )
  const close = (isConfirmed: boolean) => {
    setOpen(false)
    answer.current(isConfirmed)
  }
  const ask = useEffectEvent((asked: readonly SecondFactorMethod[]) => {
    // What the user has just sent would be lost in a reload.
    if (!Dialog) load(false)
    setMethods(asked)
    setOpen(true)
    return new Promise<boolean>((resolve) => {
      answer.current = resolve
    })
  })
  useEffect(() => onStepUp((asked) => ask(asked)), [])
  return Dialog && methods && <Dialog methods={methods} opened={isOpen} onClose={close} />
}
