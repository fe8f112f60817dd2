import { useNavigate } from '@tanstack/react-router'
import type { CodePurpose } from './auth.data.ts'
import { holdNextCode } from './next-code.ts'
import { type CallForm, useCallForm } from './use-call-form.ts'

const nextScreens = { verify: '/verify-email', reset: '/reset-password' } as const

type AskingForm<V extends { email: string }, Answer> = Omit<CallForm<V, Answer>, 'onDone'> & {
  purpose: CodePurpose
  redirect: string | undefined
}

/** A form that has a code sent to an email, and leads to the screen that asks for it. */
export function useAskingForm<V extends { email: string }, Answer>(options: AskingForm<V, Answer>) {
  const { purpose, redirect, ...form } = options
  const navigate = useNavigate()
  return useCallForm({
    ...form,
    onDone: (_, { email }) => {
      holdNextCode(purpose, email)
      void navigate({ to: nextScreens[purpose], search: { email, redirect } })
    },
  })
}
