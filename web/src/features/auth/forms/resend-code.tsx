import { EmailOnly } from '@dooryard/contract/identity/credentials'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/errors.ts'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import classes from '../auth.module.css'
import { type CodePurpose, codeEndpoints, getNextCodeTime, setNextCodeTime } from '../codes.ts'
import { formatWait, useSecondsUntil } from './use-seconds-until.ts'

/** Resends a code to an email address, at most once a minute. */
export function ResendCode({ purpose, email }: { purpose: CodePurpose; email: string }) {
  const sendCode = useMutation({ mutationFn: (body: EmailOnly) => api.call(codeEndpoints[purpose], { body }) })
  const once = useSingleFlight()
  const [cooldown, setCooldown] = useState({ email: '', until: 0 })
  const seconds = useSecondsUntil(cooldown.email === email ? cooldown.until : getNextCodeTime(purpose, email))
  const hold = (duration?: number) => setCooldown({ email, until: setNextCodeTime(purpose, email, duration) })
  const isReady = seconds === 0 && EmailOnly.safeParse({ email }).success
  const send = () =>
    isReady &&
    once((release) =>
      sendCode.mutate(
        { email },
        {
          onSuccess: () => hold(),
          onError: (error) => error instanceof ApiError && error.retryAfter && hold(error.retryAfter),
          onSettled: release,
        },
      ),
    )
  return (
    <Stack gap="sm" mt={20} pt="md" className={classes.resend}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text fz="sm" lh="18px" c="dimmed" style={{ textWrap: 'balance' }}>
          No email? Check your spam folder.
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
      {sendCode.isError && <FailureNotice error={sendCode.error} />}
    </Stack>
  )
}
