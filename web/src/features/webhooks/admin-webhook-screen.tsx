import type { AdminWebhook } from '@dooryard/contract/admin-webhooks'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { OwnerCell } from '../../entities/user/owner-cell.tsx'
import { isMissing } from '../../lib/errors.ts'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { MissingOrFailed, StateView } from '../../ui/display/state-view.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { WebhookState } from './admin-webhook-columns.tsx'
import { adminAttemptPage, adminWebhookOf } from './admin-webhooks.data.ts'
import { attemptColumns } from './attempt-columns.tsx'
import { HealthPanel } from './health-panel.tsx'
import { WebhookFacts } from './webhook-facts.tsx'
import { adminDisabledWords, shortUrl } from './webhook-words.ts'
import type { LogState } from './webhooks.data.ts'
import classes from './webhooks.module.css'

type AdminWebhookProps = { id: string; state: LogState & { attempt?: string | undefined }; onState: OnState }

const trail = [
  <Link key="webhooks" to="/portal/webhooks">
    Webhooks
  </Link>,
]

const wayBack = { to: '/portal/webhooks', label: 'Back to the webhooks' } as const

const untouched = (
  <StateView icon={ScrollText} title="Nothing sent yet" text="Every attempt is listed here with what was answered." />
)

/** What was sent to a webhook of anybody's, and what it answered. */
function Log({ id, state, onState }: AdminWebhookProps) {
  const { attempt, ...asked } = state
  const result = useQuery({ ...adminAttemptPage(id, asked), refetchInterval: 10_000 })
  const close = () => onState({ attempt: undefined })
  const [Drawer, loadDrawer] = useOnDemand(
    async () => (await import('./admin-attempt-drawer.tsx')).AdminAttemptDrawer,
    close,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for with each attempt, where it is not here yet
  useEffect(() => {
    if (attempt && !Drawer) loadDrawer()
  }, [attempt])
  return (
    <section className={classes.log} aria-labelledby="webhook-log">
      <div className={classes.logHead}>
        <h2 id="webhook-log">Log</h2>
      </div>
      <DataTable
        label="Attempts"
        columns={attemptColumns}
        result={result}
        rowId={(one) => one.id}
        state={asked}
        onState={onState}
        searchBy="event id"
        empty={untouched}
      />
      {Drawer && <Drawer id={attempt} webhookId={id} onClose={close} />}
    </section>
  )
}

/** What an administrator may do with it: one that its owner disabled can still be barred, and one barred be enabled. */
const actsOf = ({ isActive, disabledReason }: AdminWebhook): 'disable' | 'enable' =>
  !isActive && disabledReason === 'BY_ADMIN' ? 'enable' : 'disable'

function Turn({ webhook }: { webhook: AdminWebhook }) {
  const [act, setAct] = useState<'disable' | 'enable'>()
  const [Dialog, load] = useOnDemand(async () => (await import('./admin-turn-dialog.tsx')).AdminTurnDialog)
  const ask = (next: 'disable' | 'enable') => {
    if (!Dialog) load()
    setAct(next)
  }
  const offered = actsOf(webhook)
  return (
    <>
      <Button variant="default" color={offered === 'disable' ? 'red' : undefined} onClick={() => ask(offered)}>
        {offered === 'disable' ? 'Disable…' : 'Enable…'}
      </Button>
      {Dialog && <Dialog webhook={webhook} act={act} onClose={() => setAct(undefined)} />}
    </>
  )
}

/** One webhook of anybody's: whose it is, how it fares, and what was sent to it. Its secret is its owner's alone. */
export function AdminWebhookScreen({ id, state, onState }: AdminWebhookProps) {
  const { data, error, refetch } = useQuery({ ...adminWebhookOf(id), refetchInterval: 10_000 })
  // Deleted meanwhile, it is not shown as what it was.
  if (!data || isMissing(error))
    return (
      <>
        <PageHeader heading="Webhook" title="Webhook" trail={trail} />
        {error ? (
          <MissingOrFailed what="The webhook" error={error} onRetry={() => void refetch()} wayBack={wayBack} />
        ) : (
          <Skeleton height={420} radius="md" role="status" aria-label="Loading the webhook" />
        )}
      </>
    )
  const disabled = adminDisabledWords(data)
  return (
    <>
      <PageHeader
        heading={shortUrl(data.url, 60)}
        title="Webhook"
        badge={<WebhookState {...data} />}
        trail={trail}
        lead={data.description}
        actions={<Turn webhook={data} />}
      />
      <div className={classes.screen}>
        {disabled && <Notice tone="warn">{disabled}</Notice>}
        <div className={classes.panels}>
          <HealthPanel health={data.health} />
          <Panel title="Owner">
            <OwnerCell owner={data.user} />
          </Panel>
          <WebhookFacts webhook={data} />
        </div>
        <Log id={id} state={state} onState={onState} />
      </div>
    </>
  )
}
