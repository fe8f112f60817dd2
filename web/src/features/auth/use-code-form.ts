import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type CodePurpose, holdNextCode } from './codes.ts'
import { type CallForm, useCallForm } from './use-call-form.ts'

const codeScreens = { verify: '/verify-email', reset: '/reset-password' } as const

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
      void navigate({ to: codeScreens[purpose], search: { email, redirect } })
    },
  })
}

/** A form with a code in it: one that the server refuses is taken out, so that the next can be typed at once. */
export function useCodeForm<V extends { email: string; code: string }, Answer>(options: CallForm<V, Answer>) {
  const [refusedCode, setRefusedCode] = useState<string>()
  const callForm = useCallForm<V, Answer>({
    ...options,
    onRefused: (error) => {
      if (error.status !== 422) return
      setRefusedCode(error.message)
      clear()
      callForm.fields.getInputNode('code')?.focus()
    },
  })
  const clear = () => callForm.fields.setValues((now) => ({ ...now, code: '' }))
  const { value, onChange, onBlur, error } = callForm.field('code')
  return {
    ...callForm,
    form: { ...callForm.form, refusal: refusedCode ? undefined : callForm.form.refusal },
    code: {
      value: String(value),
      onBlur,
      'data-path': 'code',
      error: refusedCode ?? error,
      onWrongPaste: () => {
        setRefusedCode(undefined)
        clear()
        void callForm.fields.validateField('code')
      },
      onChange: (typed: string) => {
        setRefusedCode(undefined)
        onChange(typed)
      },
    },
  }
}
