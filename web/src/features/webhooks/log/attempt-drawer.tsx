import { toUnixSeconds } from '@dooryard/contract/time'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import type { WebhookAttempt } from '@dooryard/contract/webhooks'
import { Box, Button, Flex, Group, Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { lookAgainIn } from '../../../lib/attempt-looks.ts'
import { serverNow } from '../../../lib/clock.ts'
import { isMissing } from '../../../lib/errors.ts'
import { formatDay, formatDuration, formatJson, formatTime } from '../../../lib/format.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { DetailDrawer, DetailGroup } from '../../../ui/display/detail-drawer.tsx'
import { type Fact, Facts } from '../../../ui/display/facts.tsx'
import { AnchorLink } from '../../../ui/display/links.tsx'
import { MissingOrFailed } from '../../../ui/display/state-view.tsx'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { toastDone } from '../../../ui/toasts/toasts.ts'
import { formatAhead, formatQueued, getSendingRefusal } from '../webhook-labels.ts'
import { attemptDetails, type ListedWebhook, useWebhookCall } from '../webhooks.data.ts'
import classes from '../webhooks.module.css'
import { AttemptStatus } from './attempt-columns.tsx'

const formatInstant = (at: string) => `${formatDay(at)}, ${formatTime(at)}`

const toFacts = ({
  attempt,
  status,
  at,
  isManual,
  nextAttemptAt,
  durationMs,
  responseCode,
  error,
}: WebhookAttempt): Fact[] => [
  { label: 'Attempt', value: isManual ? `${attempt}, by hand` : attempt },
  { label: status === 'PENDING' ? 'Due' : 'Sent', value: formatInstant(at) },
  ...(durationMs === undefined ? [] : [{ label: 'Took', value: formatDuration(durationMs) }]),
  ...(responseCode === undefined ? [] : [{ label: 'Answer', value: responseCode }]),
  ...(error ? [{ label: 'Why it failed', value: error }] : []),
  ...(nextAttemptAt ? [{ label: 'Next attempt', value: formatInstant(nextAttemptAt) }] : []),
]

/** A text that programs send each other: JSON set out in lines, unless the exact text is asked for, which is what is copied. */
const TextView = ({ label, text, what, isRaw }: { label: string; text: string; what: string; isRaw?: boolean }) => (
  <Paper withBorder pos="relative" bg="var(--raised)" style={{ overflow: 'hidden' }}>
    <ScrollRegion label={label} className={classes.text}>
      <pre>{isRaw ? text : formatJson(text)}</pre>
    </ScrollRegion>
    <Box pos="absolute" top={4} right={12} bg="var(--raised)">
      <CopyButton value={text} what={what} />
    </Box>
  </Paper>
)

const HeaderLine = ({ name, children }: { name: string; children: ReactNode }) => (
  <Flex align="center" gap="xs" mih={30}>
    <Box component="dt" c="dimmed">
      {name}
    </Box>
    <Flex component="dd" align="center" gap="xs" m={0} className={classes.whole}>
      {children}
    </Flex>
  </Flex>
)

function Request({ attempt: { eventId, at, status, requestBody } }: { attempt: WebhookAttempt }) {
  const [isRaw, setRaw] = useState(false)
  return (
    <DetailGroup title="Request">
      {/* What goes before the body of each request; the signature is made anew each time. */}
      <Box component="dl" m={0} mb="sm" ff="monospace" fz="xs">
        <HeaderLine name="webhook-id">
          {eventId}
          <CopyButton value={eventId} what="the id of the event" />
        </HeaderLine>
        <HeaderLine name="webhook-timestamp">
          {status === 'PENDING' ? 'when it is sent' : toUnixSeconds(new Date(at))}
        </HeaderLine>
      </Box>
      <TextView label="Request body" text={requestBody} what="the request body" isRaw={isRaw} />
      <Button variant="subtle" size="compact-sm" mt={6} onClick={() => setRaw(!isRaw)}>
        {isRaw ? 'Show it formatted' : 'Show the exact text that is signed'}
      </Button>
    </DetailGroup>
  )
}

function Answer({ responseCode, responseBody }: WebhookAttempt) {
  if (responseCode === undefined) return null
  return (
    <DetailGroup title="Answer">
      {responseBody ? (
        <TextView label="Answer body" text={responseBody} what="the answer" />
      ) : (
        <Text c="dimmed" fz="sm" lh="inherit">
          {responseBody === undefined ? 'Its text is shown to the owner of the webhook alone.' : 'It had no body.'}
        </Text>
      )}
    </DetailGroup>
  )
}

function Resend({ webhook, attempt }: { webhook: ListedWebhook; attempt: WebhookAttempt }) {
  const redeliver = useWebhookCall(webhooks.redeliver)
  const singly = useSingleFlight()
  const refusal = getSendingRefusal(webhook)
  const isPending = attempt.status === 'PENDING'
  const isDue = isPending && formatAhead(attempt.at, serverNow()) === 'Now'
  const send = () =>
    singly((land) =>
      redeliver.mutate(
        { params: { id: webhook.id }, body: { attemptId: attempt.id } },
        { onSuccess: (redelivered) => toastDone(formatQueued(redelivered)), onSettled: land },
      ),
    )
  return (
    <Group gap="8px 16px" mt="md" mb={20}>
      <Button variant="default" size="xs" loading={redeliver.isPending} disabled={!!refusal || isDue} onClick={send}>
        {isPending ? 'Send now' : 'Send again'}
      </Button>
      <AnchorLink
        from="/portal/webhooks/$webhookId"
        to="/portal/webhooks/$webhookId"
        search={{ search: attempt.eventId }}
        fz="sm"
        py={3}
        c="var(--mantine-color-brand-light-color)"
      >
        All attempts of this event
      </AnchorLink>
      {refusal && (
        <Text c="dimmed" fz="sm" lh="inherit" flex="1 0 100%">
          {refusal}
        </Text>
      )}
    </Group>
  )
}

function FoundAttempt({ webhook, attemptId }: { webhook: ListedWebhook; attemptId: string }) {
  const isOwn = !('user' in webhook)
  const { data, error, refetch } = useQuery({
    ...attemptDetails(isOwn ? 'own' : 'admin', webhook.id, attemptId),
    refetchInterval: ({ state }) => !isMissing(state.error) && lookAgainIn(state.data && [state.data], serverNow()),
  })
  if (data && !isMissing(error))
    return (
      <>
        <Group gap="4px 12px">
          <h2>{webhookEventTypes.label(data.eventType)}</h2>
          <AttemptStatus status={data.status} />
        </Group>
        <Text c="dimmed" fz="sm" lh="inherit">
          {data.eventType}
        </Text>
        {isOwn && <Resend webhook={webhook} attempt={data} />}
        <Facts facts={toFacts(data)} />
        <Request key={data.id} attempt={data} />
        <Answer {...data} />
      </>
    )
  if (!error) return <Skeleton height={320} role="status" aria-label="Loading the attempt" />
  return <MissingOrFailed what="This attempt" error={error} onRetry={() => void refetch()} wayBack={webhookList} />
}

const webhookList = { to: '/portal/webhooks', label: 'Back to the webhooks' } as const

type AttemptDrawerProps = { id: string | undefined; webhook: ListedWebhook; onClose: () => void }

export const AttemptDrawer = ({ id, webhook, onClose }: AttemptDrawerProps) => (
  <DetailDrawer what="Attempt" id={id} size={600} onClose={onClose}>
    {(shown) => <FoundAttempt key={shown} webhook={webhook} attemptId={shown} />}
  </DetailDrawer>
)
