import '@mantine/core/styles/Switch.layer.css'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import type { Webhook, WebhookAttempt } from '@dooryard/contract/integrations/webhooks'
import { Button, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useId } from 'react'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import type { TestEvent } from './guide.data.ts'
import { GuideStep, SmallText } from './guide-frame.tsx'

function toOutcome({ status, responseCode, durationMs, error, nextAttemptAt }: WebhookAttempt) {
  if (status === 'PENDING') return { tone: 'info', text: 'Sending…' } as const
  const answer = responseCode === undefined ? (error ?? 'No response') : `Response ${responseCode}`
  if (status === 'SUCCEEDED') return { tone: 'good', text: `${answer} in ${formatNumber(durationMs)} ms.` } as const
  const again = nextAttemptAt ? `, and is retried at ${formatTime(nextAttemptAt)}` : ''
  return { tone: 'bad', text: `${answer.replace(/\.$/, '')}${again}.` } as const
}

type OutcomeProps = { attempt: WebhookAttempt; webhook: Webhook | undefined; log: TestEvent['log'] }

function AttemptOutcome({ attempt, webhook, log }: OutcomeProps) {
  const { tone, text } = toOutcome(attempt)
  return (
    <>
      <Notice tone={tone}>{text}</Notice>
      <span className="visually-hidden" role="status">
        {tone === 'bad' ? '' : text}
      </span>
      {tone === 'good' && (
        <p>
          Your terminal shows <code>Verified: {attempt.eventType}</code> with the event id. If it shows Refused, the
          secret is wrong.
        </p>
      )}
      {log.error && (
        <>
          <Notice tone="bad">The result could not be loaded. {getErrorMessage(log.error)}</Notice>
          <div>
            <Button variant="default" loading={log.isFetching} onClick={() => void log.refetch()}>
              Try again
            </Button>
          </div>
        </>
      )}
      {webhook && (
        <SmallText>
          All attempts, with requests and responses, are in{' '}
          <Link to="/portal/webhooks/$webhookId" params={{ webhookId: webhook.id }}>
            its log
          </Link>
          .
        </SmallText>
      )}
    </>
  )
}

function SendButton({ webhook, send }: { webhook: Webhook | undefined; send: TestEvent['send'] }) {
  const runExclusive = useSingleFlight()
  const reasonId = useId()
  const disabled = !webhook
    ? 'Add a webhook first.'
    : webhook.isActive
      ? undefined
      : 'The webhook is disabled: enable it first.'
  const body = { eventType: 'webhook.test' } as const
  return (
    <>
      <div>
        <Button
          leftSection={<Send size={16} aria-hidden="true" />}
          disabled={disabled !== undefined}
          aria-describedby={disabled && reasonId}
          loading={send.isPending}
          onClick={() =>
            webhook &&
            runExclusive((release) => send.mutate({ params: { id: webhook.id }, body }, { onSettled: release }))
          }
        >
          Send test event
        </Button>
      </div>
      {disabled && <SmallText id={reasonId}>{disabled}</SmallText>}
    </>
  )
}

/** Turns on the events of test orders, which a webhook does not get by default. */
function TestOrderSwitch({ webhook: { id, sendsTestEvents } }: { webhook: Webhook }) {
  const change = useEndpointMutation(webhooks.change, { refreshes: [webhooks.list, webhooks.get], awaitsRefresh: true })
  return (
    <>
      <Switch
        label="Send test events"
        description="Also send events of orders placed with a test key. They have isTest."
        checked={change.isPending ? change.variables.body?.sendsTestEvents === true : sendsTestEvents}
        disabled={change.isPending}
        onChange={({ currentTarget: { checked } }) =>
          change.mutate({ params: { id }, body: { sendsTestEvents: checked } })
        }
      />
      {change.error && <FailureNotice error={change.error} />}
    </>
  )
}

/** Sends a test event to a webhook and shows the result. */
export function TestStep({ webhook, test }: { webhook: Webhook | undefined; test: TestEvent }) {
  const { send, refusal, log, attempt, hasPassed } = test
  return (
    <GuideStep number={3} title="Send a test event" isDone={hasPassed}>
      <p>A test event reports no real change. Its body contains {'"isTest": true'}.</p>
      <SendButton key={webhook?.id} webhook={webhook} send={send} />
      {refusal && <FailureNotice error={refusal} />}
      {attempt && <AttemptOutcome attempt={attempt} webhook={webhook} log={log} />}
      {webhook && <TestOrderSwitch key={webhook.id} webhook={webhook} />}
    </GuideStep>
  )
}
