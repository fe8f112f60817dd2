import { useState } from 'react'
import { type CallForm, useCallForm } from './use-call-form.ts'

/** A form with a code in it: one that the server refuses is taken out, so that the next can be typed at once. */
export function useCodeForm<V extends { email: string; code: string }, Answer>(options: CallForm<V, Answer>) {
  const [refusedCode, setRefusedCode] = useState<string>()
  const callForm = useCallForm<V, Answer>({
    ...options,
    onRefused: (error) => {
      if (error.status !== 422) return
      setRefusedCode(error.message)
      clear()
      callForm.form.getInputNode('code')?.focus()
    },
  })
  const clear = () => callForm.form.setValues((now) => ({ ...now, code: '' }))
  const { value, onChange, onBlur, error } = callForm.field('code')
  return {
    ...callForm,
    refusal: refusedCode ? undefined : callForm.refusal,
    code: {
      value: String(value),
      onBlur,
      'data-path': 'code',
      error: refusedCode ?? error,
      onWrongPaste: () => {
        setRefusedCode(undefined)
        clear()
        void callForm.form.validateField('code')
      },
      onChange: (typed: string) => {
        setRefusedCode(undefined)
        onChange(typed)
      },
    },
  }
}
