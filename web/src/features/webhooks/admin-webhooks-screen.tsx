import type { WebhookHealth } from '@dooryard/contract/admin-webhooks'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import { formatNumber } from '../../lib/format.ts'
import { LoadFailure, StateView } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { adminWebhookColumns } from './admin-webhook-columns.tsx'
import { type AdminWebhooksState, adminWebhookPage, webhookHealth } from './admin-webhooks.data.ts'
import tiles from './admin-webhooks.module.css'
import { rateWords } from './webhook-words.ts'
import classes from './webhooks.module.css'

type AdminWebhooksProps = { state: AdminWebhooksState; onState: OnState }

const none = (
  <StateView
    icon={Webhook}
    title="Nobody has a webhook yet"
    text="Enterprise users have their servers told of what happens. Each of them stands here with how it fares."
  />
)

const countOf = ({ byState }: WebhookHealth, state: WebhookHealth['byState'][number]['state']) =>
  byState.find((one) => one.state === state)?.count ?? 0

function figuresOf(health: WebhookHealth): { label: string; value: string; tone?: 'bad' | 'warn' }[] {
  const waiting = formatNumber(health.waiting)
  const [failing, slow] = [countOf(health, 'FAILING'), countOf(health, 'SLOW')]
  return [
    { label: 'Healthy', value: formatNumber(countOf(health, 'HEALTHY')) },
    { label: 'Failing', value: formatNumber(failing), ...(failing > 0 && { tone: 'bad' }) },
    { label: 'Slow', value: formatNumber(slow), ...(slow > 0 && { tone: 'warn' }) },
    { label: 'Disabled', value: formatNumber(countOf(health, 'DISABLED')) },
    { label: 'Succeeded in 24 hours', value: rateWords(health) },
    {
      label: 'Waiting',
      value: health.overdue > 0 ? `${waiting}, ${formatNumber(health.overdue)} overdue` : waiting,
      ...(health.overdue > 0 && { tone: 'bad' }),
    },
  ]
}

function Health() {
  const { data, error, refetch } = useQuery(webhookHealth())
  if (error && !data) return <LoadFailure what="How the webhooks do" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={76} radius="md" role="status" aria-label="Figures, loading" />
  return (
    <dl className={tiles.tiles}>
      {figuresOf(data).map(({ label, value, tone }) => (
        <div key={label} data-tone={tone}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Everybody's webhooks, for those who run the portal. */
export function AdminWebhooksScreen({ state, onState }: AdminWebhooksProps) {
  const result = useQuery(adminWebhookPage(state))
  return (
    <>
      <PageHeader
        heading="Webhooks"
        title="Webhooks"
        lead="Where everybody's servers are told of what happens, those in trouble first."
      />
      <div className={classes.screen}>
        <Health />
        <DataTable
          label="Webhooks"
          columns={adminWebhookColumns}
          result={result}
          rowId={({ id }) => id}
          state={state}
          onState={onState}
          searchBy="host or owner"
          empty={none}
        />
      </div>
    </>
  )
}
