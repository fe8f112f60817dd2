import type { Webhook } from '@dooryard/contract/webhooks'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lookAgainIn } from '../../lib/attempt-looks.ts'
import { serverNow } from '../../lib/clock.ts'
import { isMissing } from '../../lib/errors.ts'
import { useIsActing } from '../../lib/use-is-acting.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Notice } from '../../ui/display/panel.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { ActingNotice } from './acting-notice.tsx'
import { AttemptLog } from './attempt-log.tsx'
import { HealthPanel } from './health-panel.tsx'
import { SecretPanel } from './secret-panel.tsx'
import { type Act, WebhookActs } from './webhook-acts.tsx'
import { WebhookFacts } from './webhook-facts.tsx'
import { disabledWords, sendingRefusal, shortUrl, stateOf } from './webhook-words.ts'
import { attemptPage, type LogState, webhookOf } from './webhooks.data.ts'
import classes from './webhooks.module.css'

type WebhookProps = { id: string; state: LogState & { attempt?: string | undefined }; onState: OnState }

const trail = [
  <Link key="webhooks" to="/portal/webhooks">
    Webhooks
  </Link>,
]

const wayBack = { to: '/portal/webhooks', label: 'Back to the webhooks' } as const

/** A webhook and its log, looked at again soon while something in it is about to be sent. */
function useWebhook(id: string, { attempt: _, ...asked }: WebhookProps['state']) {
  const log = useQuery({
    ...attemptPage(id, asked),
    refetchInterval: ({ state }) => !isMissing(state.error) && lookAgainIn(state.data?.items, serverNow()),
  })
  const webhook = useQuery({
    ...webhookOf(id),
    refetchInterval: ({ state }) => !isMissing(state.error) && lookAgainIn(log.data?.items, serverNow()),
  })
  return { log, webhook }
}

/** The dialogs of the screen, which come with the first that is asked for. */
function useDialogs() {
  const [act, setAct] = useState<Act>()
  const [Dialogs, load] = useOnDemand(async () => (await import('./webhook-dialogs.tsx')).WebhookDialogs)
  const ask = (next: Act) => {
    if (!Dialogs) load()
    setAct(next)
  }
  return { act, ask, close: () => setAct(undefined), Dialogs }
}

type BodyProps = Omit<WebhookProps, 'id'> & { webhook: Webhook; log: ReturnType<typeof useWebhook>['log'] }

function Body({ webhook, log, state, onState }: BodyProps) {
  const { act, ask, close, Dialogs } = useDialogs()
  const isActing = useIsActing()
  const disabled = disabledWords(webhook)
  return (
    <>
      <PageHeader
        heading={shortUrl(webhook.url, 60)}
        title="Webhook"
        badge={<Tag {...stateOf(webhook)} />}
        trail={trail}
        lead={webhook.description}
        actions={<WebhookActs webhook={webhook} isFixed={isActing} onAct={ask} />}
      />
      <div className={classes.screen}>
        <ActingNotice />
        {disabled && <Notice tone="warn">{disabled}</Notice>}
        <div className={classes.panels}>
          <HealthPanel health={webhook.health} />
          <SecretPanel webhook={webhook} isFixed={isActing} />
          <WebhookFacts webhook={webhook} />
        </div>
        <AttemptLog
          webhook={webhook}
          result={log}
          state={state}
          onState={onState}
          refusal={sendingRefusal(webhook)}
          onAgain={() => ask('again')}
        />
      </div>
      {Dialogs && <Dialogs webhook={webhook} act={act} onClose={close} />}
    </>
  )
}

/** One webhook: how it fares, its secret, and what was sent to it. */
export function WebhookScreen({ id, state, onState }: WebhookProps) {
  const { log, webhook } = useWebhook(id, state)
  // Deleted elsewhere, it is not shown as what it was.
  if (webhook.data && !isMissing(webhook.error))
    return <Body webhook={webhook.data} log={log} state={state} onState={onState} />
  return (
    <>
      <PageHeader heading="Webhook" title="Webhook" trail={trail} />
      {webhook.error ? (
        <MissingOrFailed
          what="The webhook"
          error={webhook.error}
          onRetry={() => void webhook.refetch()}
          wayBack={wayBack}
        />
      ) : (
        <Skeleton height={420} radius="md" role="status" aria-label="Loading the webhook" />
      )}
    </>
  )
}
