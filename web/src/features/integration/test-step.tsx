import type { Webhook, WebhookAttempt } from '@dooryard/contract/webhooks'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useId } from 'react'
import { sentenceFor } from '../../lib/errors.ts'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import type { TestEvent } from './guide.data.ts'
import classes from './guide.module.css'
import { GuideStep } from './guide-step.tsx'

/** What an attempt came to. */
function outcomeOf({ status, responseCode, durationMs, error, nextAttemptAt }: WebhookAttempt) {
  if (status === 'PENDING') return { tone: 'info', words: 'On its way…' } as const
  const answer = responseCode === undefined ? (error ?? 'It gave no answer') : `It answered ${responseCode}`
  if (status === 'SUCCEEDED') return { tone: 'good', words: `${answer} in ${formatNumber(durationMs)} ms.` } as const
  const again = nextAttemptAt ? `, and is asked again at ${formatTime(nextAttemptAt)}` : ''
  return { tone: 'bad', words: `${answer.replace(/\.$/, '')}${again}.` } as const
}

function Outcome({ attempt }: { attempt: WebhookAttempt }) {
  const { tone, words } = outcomeOf(attempt)
  return (
    <>
      <Notice tone={tone}>{words}</Notice>
      <span className="visually-hidden" role="status">
        {tone === 'bad' ? '' : words}
      </span>
      {attempt.status === 'SUCCEEDED' && (
        <p>
          Your terminal says <code>Verified: {attempt.eventType}</code>, with the event's id. Had it said Refused, the
          secret would be another one.
        </p>
      )}
    </>
  )
}

/** What of the log could not be had, with a way to ask again. */
function LogFailure({ log: { error, isFetching, refetch } }: Pick<TestEvent, 'log'>) {
  if (!error) return null
  return (
    <>
      <Notice tone="bad">What came of it could not be read. {sentenceFor(error)}</Notice>
      <div>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Look again
        </Button>
      </div>
    </>
  )
}

/** Why nothing can be sent to a webhook, if nothing can. */
const refusalOf = (webhook: Webhook | undefined) =>
  !webhook ? 'Add a webhook first.' : webhook.isActive ? undefined : 'The webhook is disabled: enable it first.'

type SendTestProps = { webhook: Webhook | undefined; send: TestEvent['send'] }

function SendTest({ webhook, send }: SendTestProps) {
  const singly = useSingleFlight()
  const reason = useId()
  const refusal = refusalOf(webhook)
  return (
    <>
      <div>
        <Button
          leftSection={<Send size={16} aria-hidden="true" />}
          disabled={refusal !== undefined}
          aria-describedby={refusal && reason}
          loading={send.isPending}
          onClick={() => webhook && singly((land) => send.mutate(webhook.id, { onSettled: land }))}
        >
          Send test event
        </Button>
      </div>
      {refusal && (
        <p id={reason} className={classes.dim}>
          {refusal}
        </p>
      )}
    </>
  )
}

/** Sends a test event to a webhook, and shows what comes of it. */
export function TestStep({ webhook, test }: { webhook: Webhook | undefined; test: TestEvent }) {
  const { send, refusal, log, attempt, hasPassed } = test
  return (
    <GuideStep number={3} title="Send a test event" isDone={hasPassed}>
      <p>It tells of nothing that happened, and its body says so: {'"isTest": true'}.</p>
      <SendTest key={webhook?.id} webhook={webhook} send={send} />
      {refusal && <Notice tone="bad">{sentenceFor(refusal)}</Notice>}
      {attempt && <Outcome attempt={attempt} />}
      {attempt && <LogFailure log={log} />}
      {webhook && attempt && (
        <p className={classes.dim}>
          Every attempt, with what was sent and answered, is in{' '}
          <Link to="/portal/webhooks/$webhookId" params={{ webhookId: webhook.id }}>
            its log
          </Link>
          .
        </p>
      )}
    </GuideStep>
  )
}
