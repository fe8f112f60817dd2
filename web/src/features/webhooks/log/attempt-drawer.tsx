import { toUnixSeconds } from '@dooryard/contract/api/time'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { webhookEventTypes } from '@dooryard/contract/integrations/webhook-events'
import type { WebhookAttempt } from '@dooryard/contract/integrations/webhooks'
import { Box, Button, Flex, Group, Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isNotFoundError } from '../../../lib/api/errors.ts'
import { formatDay, formatDuration, formatJson, formatTime } from '../../../lib/format/format.ts'
import { getRefetchInterval } from '../../../lib/live/attempt-refetch.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { type DescriptionItem, DescriptionList } from '../../../ui/display/description-list.tsx'
import { AnchorLink } from '../../../ui/display/links.tsx'
import { NotFoundOrError } from '../../../ui/feedback/state-view.tsx'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { DetailDrawer, DetailGroup } from '../../../ui/overlay/detail-drawer.tsx'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
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
}: WebhookAttempt): DescriptionItem[] => [
  { label: 'Attempt', value: isManual ? `${attempt}, manual` : attempt },
  { label: status === 'PENDING' ? 'Due' : 'Sent', value: formatInstant(at) },
  ...(durationMs === undefined ? [] : [{ label: 'Duration', value: formatDuration(durationMs) }]),
  ...(responseCode === undefined ? [] : [{ label: 'Response', value: responseCode }]),
  ...(error ? [{ label: 'Error', value: error }] : []),
  ...(nextAttemptAt ? [{ label: 'Next attempt', value: formatInstant(nextAttemptAt) }] : []),
]

/** A request or response body: JSON is pretty-printed unless raw text is selected; copying copies the raw text. */
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

function RequestSection({ attempt: { eventId, at, status, requestBody } }: { attempt: WebhookAttempt }) {
  const [isRaw, setRaw] = useState(false)
  return (
    <DetailGroup title="Request">
      {/* The headers of each request; each attempt has a new signature. */}
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
        {isRaw ? 'Show formatted' : 'Show the signed text'}
      </Button>
    </DetailGroup>
  )
}

function ResponseSection({ responseCode, responseBody }: WebhookAttempt) {
  if (responseCode === undefined) return null
  return (
    <DetailGroup title="Response">
      {responseBody ? (
        <TextView label="Response body" text={responseBody} what="the response" />
      ) : (
        <Text c="dimmed" fz="sm" lh="inherit">
          {responseBody === undefined
            ? 'Only the owner of the webhook can see the response body.'
            : 'No response body.'}
        </Text>
      )}
    </DetailGroup>
  )
}

function ResendButton({ webhook, attempt }: { webhook: ListedWebhook; attempt: WebhookAttempt }) {
  const redeliver = useWebhookCall(webhooks.redeliver)
  const runExclusive = useSingleFlight()
  const refusal = getSendingRefusal(webhook)
  const isPending = attempt.status === 'PENDING'
  const isDue = isPending && formatAhead(attempt.at, getServerTime()) === 'Now'
  const send = () =>
    runExclusive((release) =>
      redeliver.mutate(
        { params: { id: webhook.id }, body: { attemptId: attempt.id } },
        { onSuccess: (redelivered) => showSuccessToast(formatQueued(redelivered)), onSettled: release },
      ),
    )
  return (
    <Group gap="8px 16px" mt="md" mb={20}>
      <Button variant="default" size="xs" loading={redeliver.isPending} disabled={!!refusal || isDue} onClick={send}>
        {isPending ? 'Send now' : 'Resend'}
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

function AttemptDetail({ webhook, attemptId }: { webhook: ListedWebhook; attemptId: string }) {
  const isOwn = !('user' in webhook)
  const { data, error, refetch } = useQuery({
    ...attemptDetails(isOwn ? 'own' : 'admin', webhook.id, attemptId),
    refetchInterval: ({ state }) =>
      !isNotFoundError(state.error) && getRefetchInterval(state.data && [state.data], getServerTime()),
  })
  if (data && !isNotFoundError(error))
    return (
      <>
        <Group gap="4px 12px">
          <h2>{webhookEventTypes.label(data.eventType)}</h2>
          <AttemptStatus status={data.status} />
        </Group>
        <Text c="dimmed" fz="sm" lh="inherit">
          {data.eventType}
        </Text>
        {isOwn && <ResendButton webhook={webhook} attempt={data} />}
        <DescriptionList items={toFacts(data)} />
        <RequestSection key={data.id} attempt={data} />
        <ResponseSection {...data} />
      </>
    )
  if (!error) return <Skeleton height={320} role="status" aria-label="Loading the attempt" />
  return (
    <NotFoundOrError what="This attempt" error={error} onRetry={() => void refetch()} backLink={webhooksBackLink} />
  )
}

const webhooksBackLink = { to: '/portal/webhooks', label: 'Back to the webhooks' } as const

type AttemptDrawerProps = { id: string | undefined; webhook: ListedWebhook; onClose: () => void }

export const AttemptDrawer = ({ id, webhook, onClose }: AttemptDrawerProps) => (
  <DetailDrawer what="Attempt" id={id} size={600} onClose={onClose}>
    {(shown) => <AttemptDetail key={shown} webhook={webhook} attemptId={shown} />}
  </DetailDrawer>
)
