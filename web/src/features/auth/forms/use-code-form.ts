import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type CodePurpose, setNextCodeTime } from '../codes.ts'
import { type CallFormOptions, useCallForm } from './use-call-form.ts'

const screenByPurpose = { verify: '/verify-email', reset: '/reset-password' } as const

type CodeRequestFormOptions<V extends { email: string }, Answer> = Omit<CallFormOptions<V, Answer>, 'onDone'> & {
  purpose: CodePurpose
  redirect: string | undefined
}

/** A form that requests a code by email and opens the screen to enter it. */
export function useCodeRequestForm<V extends { email: string }, Answer>(options: CodeRequestFormOptions<V, Answer>) {
  const { purpose, redirect, ...form } = options
  const navigate = useNavigate()
  return useCallForm({
    ...form,
    onDone: (_, { email }) => {
      setNextCodeTime(purpose, email)
      void navigate({ to: screenByPurpose[purpose], search: { email, redirect } })
    },
  })
}

/** A form with a code field: a refused code is cleared, so that the next one can be typed. */
export function useCodeForm<V extends { email: string; code: string }, Answer>(options: CallFormOptions<V, Answer>) {
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
      onInvalidPaste: () => {
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
