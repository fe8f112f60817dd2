import type { WebhookAttempt } from '@dooryard/contract/webhooks'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lookAgainIn } from '../../lib/attempt-looks.ts'
import { serverNow } from '../../lib/clock.ts'
import { isMissing } from '../../lib/errors.ts'
import { DetailDrawer } from '../../ui/display/detail-drawer.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { AttemptDetails } from './attempt-details.tsx'
import { aheadWords, queuedWords } from './webhook-words.ts'
import { attemptOf, useSendAgain } from './webhooks.data.ts'
import classes from './webhooks.module.css'

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

function FoundDetails({ attemptId, ...acts }: Acts & { attemptId: string }) {
  const { data, error, refetch } = useQuery({
    ...attemptOf(acts.webhookId, attemptId),
    refetchInterval: ({ state }) => !isMissing(state.error) && lookAgainIn(state.data && [state.data], serverNow()),
  })
  if (data && !isMissing(error))
    return (
      <AttemptDetails attempt={data}>
        <SendAgain attempt={data} {...acts} />
      </AttemptDetails>
    )
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
