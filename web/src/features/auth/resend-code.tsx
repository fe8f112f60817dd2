import { EmailOnly } from '@dooryard/contract/credentials'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { ApiError, sentenceFor } from '../../lib/errors.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import classes from './auth.module.css'
import { type CodePurpose, codeMails, holdNextCode, nextCodeAt } from './codes.ts'
import { formatWait, useSecondsUntil } from './use-seconds-until.ts'

/** Sends another code to an email, a minute after the last one at the earliest. */
export function ResendCode({ purpose, email }: { purpose: CodePurpose; email: string }) {
  const sendCode = useMutation({ mutationFn: (body: EmailOnly) => api.call(codeMails[purpose], { body }) })
  const once = useSingleFlight()
  const [held, setHeld] = useState({ email: '', until: 0 })
  const seconds = useSecondsUntil(held.email === email ? held.until : nextCodeAt(purpose, email))
  const hold = (duration?: number) => setHeld({ email, until: holdNextCode(purpose, email, duration) })
  const isReady = seconds === 0 && EmailOnly.safeParse({ email }).success
  const send = () =>
    isReady &&
    once((land) =>
      sendCode.mutate(
        { email },
        {
          onSuccess: () => hold(),
          onError: (error) => error instanceof ApiError && error.retryAfter && hold(error.retryAfter),
          onSettled: land,
        },
      ),
    )
  return (
    <Stack gap="sm" mt={20} pt="md" className={classes.resend}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text fz="sm" lh="18px" c="dimmed" style={{ textWrap: 'balance' }}>
          No mail? It may be in the spam folder.
        </Text>
        <Button
          flex="none"
          variant="default"
          size="xs"
          loading={sendCode.isPending}
          aria-disabled={!isReady || undefined}
          data-disabled={!isReady || undefined}
          onClick={send}
        >
          <span className="numbers">{seconds > 0 ? `Send again in ${formatWait(seconds)}` : 'Send again'}</span>
        </Button>
      </Group>
      <div role="status">{sendCode.data && <Notice tone="info">{sendCode.data.message}</Notice>}</div>
      {sendCode.isError && <Notice tone="bad">{sentenceFor(sendCode.error)}</Notice>}
    </Stack>
  )
}
