import type { PageOf } from '@dooryard/contract/paging'
import { type Webhook, type WebhookAttempt, webhookLogDays } from '@dooryard/contract/webhooks'
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCcw, ScrollText } from 'lucide-react'
import { useEffect } from 'react'
import { StateView } from '../../ui/display/state-view.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { attemptColumns } from './attempt-columns.tsx'
import type { LogState } from './webhooks.data.ts'
import classes from './webhooks.module.css'

type AttemptLogProps = {
  webhook: Webhook
  result: UseQueryResult<PageOf<WebhookAttempt>>
  state: LogState & { attempt?: string | undefined }
  onState: OnState
  /** Why nothing can be sent, if nothing can. */
  refusal: string | undefined
  onAgain: () => void
}

const untouched = (
  <StateView
    icon={ScrollText}
    title="Nothing sent yet"
    text={`Every attempt is listed here for ${webhookLogDays} days, with its request and the response. Send a test event to see one.`}
  />
)

/** What was sent to a webhook and what it answered, with a way to send it again. */
export function AttemptLog({ webhook, result, state, onState, refusal, onAgain }: AttemptLogProps) {
  const { attempt, ...asked } = state
  const close = () => onState({ attempt: undefined })
  const [Drawer, loadDrawer] = useOnDemand(async () => (await import('./attempt-drawer.tsx')).AttemptDrawer, close)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for with each attempt, where it is not here yet
  useEffect(() => {
    if (attempt && !Drawer) loadDrawer()
  }, [attempt])
  return (
    <section className={classes.log} aria-labelledby="webhook-log">
      <div className={classes.logHead}>
        <h2 id="webhook-log">Log</h2>
        <Button
          variant="default"
          size="xs"
          leftSection={<RotateCcw size={14} aria-hidden="true" />}
          disabled={refusal !== undefined}
          onClick={onAgain}
        >
          Send again what failed…
        </Button>
      </div>
      <DataTable
        label="Attempts"
        columns={attemptColumns}
        result={result}
        rowId={({ id }) => id}
        state={asked}
        onState={onState}
        searchBy="event id"
        empty={untouched}
      />
      {Drawer && <Drawer id={attempt} webhookId={webhook.id} refusal={refusal} onClose={close} />}
    </section>
  )
}
