import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import type { WebhookAttempt } from '@dooryard/contract/webhooks'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lookAgainIn } from '../../lib/attempt-looks.ts'
import { serverNow } from '../../lib/clock.ts'
import { isMissing } from '../../lib/errors.ts'
import { formatDay, formatTime } from '../../lib/format.ts'
import { useSingleFlight } from '../../ui/form/use-single-flight.ts'
import { CopyButton } from '../../ui/parts/copy-button.tsx'
import { DetailDrawer, DetailGroup } from '../../ui/parts/detail-drawer.tsx'
import { type Fact, Facts } from '../../ui/parts/facts.tsx'
import { MissingOrFailed } from '../../ui/parts/state-view.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { AttemptStatus } from './attempt-status.tsx'
import { TextView } from './text-view.tsx'
import { aheadWords, durationWords, queuedWords } from './webhook-words.ts'
import { attemptOf, useSendAgain } from './webhooks.data.ts'
import classes from './webhooks.module.css'

const instantWords = (at: string) => `${formatDay(at)}, ${formatTime(at)}`

function factsOf(attempt: WebhookAttempt): Fact[] {
  const { status, at, isManual, nextAttemptAt, durationMs, responseCode, error } = attempt
  const isPending = status === 'PENDING'
  return [
    { label: 'Attempt', value: isManual ? `${attempt.attempt}, by hand` : attempt.attempt },
    { label: isPending ? 'Due' : 'Sent', value: instantWords(at) },
    ...(durationMs === undefined ? [] : [{ label: 'Took', value: durationWords(durationMs) }]),
    ...(responseCode === undefined ? [] : [{ label: 'Answer', value: responseCode }]),
    ...(error ? [{ label: 'Why it failed', value: error }] : []),
    ...(nextAttemptAt ? [{ label: 'Next attempt', value: instantWords(nextAttemptAt) }] : []),
  ]
}

/** What goes before the body of each request; the signature is made anew each time. */
function Headers({ attempt: { eventId, at, status } }: { attempt: WebhookAttempt }) {
  const seconds = status === 'PENDING' ? 'when it is sent' : Math.floor(Date.parse(at) / 1000)
  return (
    <dl className={classes.headers}>
      <div>
        <dt>webhook-id</dt>
        <dd>
          {eventId}
          <CopyButton value={eventId} what="the id of the event" />
        </dd>
      </div>
      <div>
        <dt>webhook-timestamp</dt>
        <dd>{seconds}</dd>
      </div>
    </dl>
  )
}

function Request({ attempt }: { attempt: WebhookAttempt }) {
  const [isRaw, setRaw] = useState(false)
  return (
    <DetailGroup title="Request">
      <Headers attempt={attempt} />
      <TextView label="Request body" text={attempt.requestBody} what="the request body" isRaw={isRaw} />
      <Button variant="subtle" size="compact-sm" className={classes.raw} onClick={() => setRaw(!isRaw)}>
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
        <p className={classes.dim}>It had no body.</p>
      )}
    </DetailGroup>
  )
}

type Acts = { webhookId: string; refusal: string | undefined }

function SendAgain({ attempt, webhookId, refusal }: Acts & { attempt: WebhookAttempt }) {
  const again = useSendAgain()
  const singly = useSingleFlight()
  const send = () =>
    singly((land) =>
      again.mutate(
        { id: webhookId, body: { attemptId: attempt.id } },
        { onSuccess: (redelivered) => toastDone(queuedWords(redelivered)), onSettled: land },
      ),
    )
  const isDue = attempt.status === 'PENDING' && aheadWords(attempt.at, serverNow()) === 'Now'
  return (
    <div className={classes.again}>
      <Button variant="default" size="xs" loading={again.isPending} disabled={!!refusal || isDue} onClick={send}>
        {attempt.status === 'PENDING' ? 'Send now' : 'Send again'}
      </Button>
      <Link
        from="/portal/webhooks/$webhookId"
        to="/portal/webhooks/$webhookId"
        search={{ search: attempt.eventId }}
        className={classes.more}
      >
        All attempts of this event
      </Link>
      {refusal && <p className={classes.dim}>{refusal}</p>}
    </div>
  )
}

function Details({ attempt, ...acts }: Acts & { attempt: WebhookAttempt }) {
  return (
    <>
      <div className={classes.attemptHead}>
        <h2>{webhookEventTypes.label(attempt.eventType)}</h2>
        <AttemptStatus status={attempt.status} />
      </div>
      <p className={classes.type}>{attempt.eventType}</p>
      <SendAgain attempt={attempt} {...acts} />
      <Facts facts={factsOf(attempt)} />
      <Request key={attempt.id} attempt={attempt} />
      <Answer {...attempt} />
    </>
  )
}

function FoundDetails({ attemptId, ...acts }: Acts & { attemptId: string }) {
  const { data, error, refetch } = useQuery({
    ...attemptOf(acts.webhookId, attemptId),
    refetchInterval: ({ state }) => !isMissing(state.error) && lookAgainIn(state.data && [state.data], serverNow()),
  })
  if (data && !isMissing(error)) return <Details attempt={data} {...acts} />
  if (!error) return <Skeleton height={320} role="status" aria-label="Loading the attempt" />
  return <MissingOrFailed what="This attempt" error={error} onRetry={() => void refetch()} wayBack={webhookList} />
}

const webhookList = { to: '/portal/webhooks', label: 'Back to the webhooks' } as const

type AttemptDrawerProps = Acts & { id: string | undefined; onClose: () => void }

/** One attempt: what was sent and what came back. */
export function AttemptDrawer({ id, onClose, ...acts }: AttemptDrawerProps) {
  return (
    <DetailDrawer what="Attempt" id={id} size={600} onClose={onClose}>
      {(shown) => <FoundDetails key={shown} attemptId={shown} {...acts} />}
    </DetailDrawer>
  )
}
