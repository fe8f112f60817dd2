import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import type { z } from 'zod'
import { ApiError, getErrorMessage } from '../../../lib/api/errors.ts'
import { type DeferredSchema, useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { useAnnouncedError } from '../../../ui/toasts/announced-errors.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

export type CallFormOptions<V extends { email: string }, Answer> = {
  schema: z.ZodType | DeferredSchema
  initialValues: V
  send: (values: V) => Promise<Answer>
  /** Receives the result even if the user has left the screen. */
  onAnswer?: (answer: Answer) => void
  /** The field that is focused initially. */
  initialFocus: keyof V & string
  onDone: (answer: Answer, values: V) => void
  onRefused?: (error: ApiError, values: V) => void
}

/**
 * A form of a public screen whose submit makes one call at a time, however often it is pressed. The server's
 * validation errors appear at their fields, others in `refusal`; when the server asks to wait, `secondsToWait` counts
 * down for that email address.
 */
export function useCallForm<V extends { email: string }, Answer>(options: CallFormOptions<V, Answer>) {
  const { schema, initialValues, send, onAnswer, initialFocus, onDone, onRefused } = options
  const mutation = useMutation({ mutationFn: send, ...(onAnswer && { onSuccess: onAnswer }) })
  const failure = hasFieldIssues(mutation.error) ? null : mutation.error
  useAnnouncedError(failure)
  const runExclusive = useSingleFlight()
  const form = useSchemaForm(schema, initialValues, () => mutation.isError && mutation.reset())
  const { secondsToWait, startCooldown } = useCooldown(form.values.email)

  // Once, when the screen opens, and before it is seen: what is typed then is typed into it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => form.getInputNode(initialFocus)?.focus(), [])

  const handleRefusal = (error: Error, values: V) => {
    form.showRefusal(error)
    if (!(error instanceof ApiError)) return
    if (error.retryAfter) startCooldown(values.email, error.retryAfter)
    onRefused?.(error, values)
  }
  const sendOnce = (values: V) =>
    runExclusive((release) =>
      mutation.mutate(values, {
        onSuccess: (answer) => onDone(answer, values),
        onError: (error) => handleRefusal(error, values),
        onSettled: release,
      }),
    )
  return {
    values: form.values,
    fields: form,
    field: (name: keyof V & string) => form.getInputProps(name),
    form: {
      submit: form.submit((values) => {
        if (secondsToWait === 0) sendOnce(values)
      }),
      isPending: mutation.isPending,
      secondsToWait,
      refusal: failure ? getErrorMessage(failure) : undefined,
    },
  }
}

/** Tracks how long the server wants no more requests for an email address. */
function useCooldown(email: string) {
  const [cooldown, setCooldown] = useState({ email: '', until: 0 })
  const secondsLeft = useSecondsUntil(cooldown.until)
  return {
    secondsToWait: cooldown.email === email ? secondsLeft : 0,
    startCooldown: (of: string, seconds: number) => setCooldown({ email: of, until: Date.now() + seconds * 1000 }),
  }
}

/** Whether an error is shown at the fields. */
const hasFieldIssues = (error: Error | null) => error instanceof ApiError && error.issues.length > 0
