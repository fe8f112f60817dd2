import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import type { WebhookAttempt } from '@dooryard/contract/webhooks'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatDay, formatTime } from '../../lib/format.ts'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { AttemptStatus } from './attempt-status.tsx'
import { TextView } from './text-view.tsx'
import { durationWords } from './webhook-words.ts'
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
        <p className={classes.dim}>
          {responseBody === undefined ? 'Its text is shown to the owner of the webhook alone.' : 'It had no body.'}
        </p>
      )}
    </DetailGroup>
  )
}

/** What was sent and what came back; `children` is what can be done about it. */
export function AttemptDetails({ attempt, children }: { attempt: WebhookAttempt; children?: ReactNode }) {
  return (
    <>
      <div className={classes.attemptHead}>
        <h2>{webhookEventTypes.label(attempt.eventType)}</h2>
        <AttemptStatus status={attempt.status} />
      </div>
      <p className={classes.type}>{attempt.eventType}</p>
      {children}
      <Facts facts={factsOf(attempt)} />
      <Request key={attempt.id} attempt={attempt} />
      <Answer {...attempt} />
    </>
  )
}
