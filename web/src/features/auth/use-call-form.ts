import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import type { z } from 'zod'
import { ApiError, sentenceFor } from '../../lib/errors.ts'
import { type DeferredSchema, useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

export type CallForm<V extends { email: string }, Answer> = {
  schema: z.ZodType | DeferredSchema
  initialValues: V
  send: (values: V) => Promise<Answer>
  /** Takes the answer, wherever the user has gone in the meantime. */
  onAnswer?: (answer: Answer) => void
  /** The field that the caret stands in at first. */
  startsAt: keyof V & string
  onDone: (answer: Answer, values: V) => void
  onRefused?: (error: ApiError, values: V) => void
}

/**
 * A form of a public screen whose submit is one call, sent once however often it is pressed. What the server refuses
 * stands on its field, or in `refusal`; when it asks to be left alone for a while, `secondsToWait` counts down for as
 * long as the same email is given.
 */
export function useCallForm<V extends { email: string }, Answer>(options: CallForm<V, Answer>) {
  const { schema, initialValues, send, onAnswer, startsAt, onDone, onRefused } = options
  const mutation = useMutation({ mutationFn: send, ...(onAnswer && { onSuccess: onAnswer }) })
  const once = useSingleFlight()
  const form = useSchemaForm(schema, initialValues, () => mutation.isError && mutation.reset())
  const { secondsToWait, hold } = useHold(form.values.email)

  // Once, when the screen opens, and before it is seen: what is typed then is typed into it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => form.getInputNode(startsAt)?.focus(), [])

  const refused = (error: Error, values: V) => {
    form.showRefusal(error)
    if (!(error instanceof ApiError)) return
    if (error.retryAfter) hold(values.email, error.retryAfter)
    onRefused?.(error, values)
  }
  const sendOnce = (values: V) =>
    once((land) =>
      mutation.mutate(values, {
        onSuccess: (answer) => onDone(answer, values),
        onError: (error) => refused(error, values),
        onSettled: land,
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
      refusal: sentenceOffFields(mutation.error),
    },
  }
}

/** For how long the server wants to hear nothing more of an email. */
function useHold(email: string) {
  const [held, setHeld] = useState({ email: '', until: 0 })
  const secondsLeft = useSecondsUntil(held.until)
  return {
    secondsToWait: held.email === email ? secondsLeft : 0,
    hold: (of: string, seconds: number) => setHeld({ email: of, until: Date.now() + seconds * 1000 }),
  }
}

/** What a refusal says, unless it stands on the fields it is about. */
const sentenceOffFields = (error: Error | null) =>
  error && !(error instanceof ApiError && error.issues.length > 0) ? sentenceFor(error) : undefined
