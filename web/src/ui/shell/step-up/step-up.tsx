import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import { useEffect, useEffectEvent, useState } from 'react'
import { onStepUp } from '../../../lib/session/step-up.ts'
import { useLazyLoad } from '../../hooks/hooks.ts'

type Question = { methods: readonly SecondFactorMethod[]; answer: (isConfirmed: boolean) => void }

/** Asks for the second factor when a call needs it; its code loads with the first question. */
export function StepUp() {
  const [question, setQuestion] = useState<Question>()
  const [isOpen, setOpen] = useState(false)
  const [Dialog, load] = useLazyLoad(
    async () => (await import('./step-up-dialog.tsx')).StepUpDialog,
    () => close(false),
  )
  const close = (isConfirmed: boolean) => {
    setOpen(false)
    question?.answer(isConfirmed)
  }
  const ask = useEffectEvent((methods: readonly SecondFactorMethod[]) => {
    if (!Dialog) load()
    setOpen(true)
    return new Promise<boolean>((answer) => setQuestion({ methods, answer }))
  })
  useEffect(() => onStepUp((methods) => ask(methods)), [])
  return Dialog && question && <Dialog methods={question.methods} opened={isOpen} onClose={close} />
}
