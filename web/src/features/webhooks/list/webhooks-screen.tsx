import type { AdminWebhookQuery, WebhookHealth } from '@dooryard/contract/integrations/admin-webhooks'
import { maxWebhooks } from '@dooryard/contract/integrations/webhooks'
import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook } from 'lucide-react'
import { inviteLink } from '../../../entities/user/invite-link.tsx'
import { formatNumber } from '../../../lib/format/format.ts'
import type { Scope } from '../../../lib/session/scope.ts'
import { useIsImpersonating } from '../../../lib/session/use-is-impersonating.ts'
import { type StatTile, StatTiles } from '../../../ui/display/stats.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { useOpenByHash } from '../../../ui/hooks/use-open-by-hash.ts'
import { ListScreen } from '../../../ui/layout/screens.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { formatSuccessRate } from '../webhook-labels.ts'
import { ImpersonationNotice } from '../webhook-parts.tsx'
import { type ListedWebhook, webhookHealth, webhookPage } from '../webhooks.data.ts'
import { webhookColumns } from './webhook-columns.tsx'

function toStats(health: WebhookHealth): StatTile[] {
  const count = (state: string) => health.byState.find((one) => one.state === state)?.count ?? 0
  const [failing, slow] = [count('FAILING'), count('SLOW')]
  const overdue = health.overdue > 0 && `, ${formatNumber(health.overdue)} overdue`
  return [
    { label: 'Healthy', value: formatNumber(count('HEALTHY')) },
    { label: 'Failing', value: formatNumber(failing), tone: failing > 0 ? 'bad' : undefined },
    { label: 'Slow', value: formatNumber(slow), tone: slow > 0 ? 'warn' : undefined },
    { label: 'Disabled', value: formatNumber(count('DISABLED')) },
    { label: 'Succeeded in 24 hours', value: formatSuccessRate(health) },
    { label: 'Waiting', value: `${formatNumber(health.waiting)}${overdue || ''}`, tone: overdue ? 'bad' : undefined },
  ]
}

function Health() {
  const { data, error, refetch } = useQuery(webhookHealth())
  if (error && !data)
    return <LoadFailure what="The health of the webhooks" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={76} radius="md" role="status" aria-label="Figures, loading" />
  return <StatTiles stats={toStats(data)} minColWidth="150px" />
}

const headerTexts = { heading: 'Webhooks', title: 'Webhooks' }

const adminProps = {
  header: { ...headerTexts, lead: "All users' webhooks, failing first." },
  searchBy: 'host or owner',
  empty: {
    icon: Webhook,
    title: 'No webhooks yet',
    text: 'Webhooks that enterprise users add are listed here with their status.',
    action: inviteLink,
  },
}

type WebhooksProps = { scope: Scope; state: AdminWebhookQuery; onState: OnTableStateChange }

export function WebhooksScreen({ scope, state, onState }: WebhooksProps) {
  const result = useQuery(webhookPage(scope, state))
  const isActing = useIsImpersonating()
  const [createDialog, openCreate] = useDialog(
    async () => (await import('../edit/webhook-form-dialogs.tsx')).CreateWebhookDialog,
  )
  useOpenByHash(() => scope === 'own' && !isActing && openCreate())
  const isFull = scope === 'own' && (result.data?.totalCount ?? 0) >= maxWebhooks
  const create = (
    <Button leftSection={<Plus size={16} />} disabled={isActing || isFull} onClick={openCreate}>
      Add a webhook
    </Button>
  )
  const ownerProps = {
    header: {
      ...headerTexts,
      lead: 'Send signed events to your server. Failed deliveries are retried.',
      actions: create,
    },
    empty: {
      icon: Webhook,
      title: 'No webhooks yet',
      text: `Add the URL of your server and choose which events it gets. You can have up to ${maxWebhooks} webhooks.`,
      action: create,
    },
  }
  return (
    <>
      <ListScreen<ListedWebhook>
        label="Webhooks"
        columns={webhookColumns[scope]}
        result={result}
        state={state}
        onState={onState}
        {...(scope === 'admin' ? adminProps : ownerProps)}
      >
        {(scope === 'admin' || isActing || isFull) && (
          <Stack mb="md">
            {scope === 'admin' && <Health />}
            <ImpersonationNotice />
            {isFull && (
              <Notice tone="info">You have {maxWebhooks} webhooks, the maximum. Delete one to add another.</Notice>
            )}
          </Stack>
        )}
      </ListScreen>
      {createDialog({})}
    </>
  )
}
