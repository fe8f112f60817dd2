import { schemaResolver, useForm } from '@mantine/form'
import type { FormEvent } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../lib/errors.ts'

type Values = Record<string, unknown>

/**
 * A form over a schema of the contract: a field is checked when it is left, and from then on at every change; a failed
 * submit puts the focus on the first field at fault; what was typed stays after the server refuses it.
 */
export function useSchemaForm<V extends Values>(schema: z.ZodType, initialValues: V, onValues?: (values: V) => void) {
  const form = useForm<V>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
    clearInputErrorOnChange: false,
    onValuesChange: (values, before) => {
      for (const field of Object.keys(values))
        if (values[field] !== before[field] && form.errors[field]) void form.validateField(field)
      onValues?.(values)
    },
  })
  const focus = (field: string | undefined) => {
    if (field !== undefined) form.getInputNode(field)?.focus()
  }
  return {
    ...form,
    submit: (send: (values: V) => void) => (event: FormEvent<HTMLFormElement>) =>
      form.onSubmit(send, (errors) => focus(Object.keys(errors)[0]))(event),
    /** Puts what the server refused on its fields. */
    showRefusal: (error: unknown) => {
      const issues = error instanceof ApiError ? error.issues : []
      if (issues.length === 0) return
      form.setErrors(Object.fromEntries(issues.map(({ path, message }) => [path, message])))
      focus(issues[0]?.path)
    },
  }
}
