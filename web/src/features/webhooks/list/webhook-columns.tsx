import { webhookStates } from '@dooryard/contract/integrations/admin-webhooks'
import { webhookEventTypes } from '@dooryard/contract/integrations/webhook-events'
import type { Webhook } from '@dooryard/contract/integrations/webhooks'
import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { OwnerCell } from '../../../entities/user/owner-cell.tsx'
import { ownerFilter } from '../../../entities/user/owner-filter.tsx'
import { formatDay, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { TextWithDescription } from '../../../ui/display/description-list.tsx'
import { buildSelectFilter, type Column, defineColumns } from '../../../ui/table/columns.ts'
import { formatSuccessRate, shortenUrl } from '../webhook-labels.ts'
import { HealthBars, WebhookStatus } from '../webhook-parts.tsx'
import type { ListedWebhook } from '../webhooks.data.ts'

const UrlLink = ({ id, url: urlColumn }: ListedWebhook) => (
  <Link
    to="/portal/webhooks/$webhookId"
    params={{ webhookId: id }}
    title={urlColumn}
    style={{ overflowWrap: 'anywhere' }}
    data-row-link
  >
    {shortenUrl(urlColumn)}
  </Link>
)

/** The first event and the number of others, with all of them in the tooltip. */
function EventSummary({ events }: Pick<Webhook, 'events'>) {
  const labels = events.map((type) => webhookEventTypes.label(type))
  const rest = labels.length - 1
  return (
    <div title={labels.join(', ')}>
      <TextWithDescription
        first={pluralize(labels.length, 'event')}
        second={rest > 0 ? `${labels[0]} and ${rest} more` : labels[0]}
      />
    </div>
  )
}

function getFailureText(webhook: ListedWebhook) {
  if (!('state' in webhook)) return undefined
  const since = webhook.state === 'DISABLED' ? webhook.disabledAt : webhook.failingSince
  return since && `since ${formatDay(since)}`
}

const urlColumn: Column<ListedWebhook> = {
  id: 'url',
  header: 'URL',
  card: 'title',
  share: 30,
  cell: (webhook) => <TextWithDescription first={<UrlLink {...webhook} />} second={webhook.description} />,
}

const healthColumn: Column<ListedWebhook> = {
  id: 'health',
  header: 'Last 24 hours',
  card: 'wide',
  width: 176,
  cell: (webhook) => (
    <Box py={6} c="dimmed" fz="xs" lh="18px">
      <HealthBars health={webhook.health} />
      <span>{formatSuccessRate(webhook.health)}</span>
    </Box>
  ),
}

const countColumns: Column<ListedWebhook>[] = [
  { id: 'waiting', header: 'Waiting', align: 'right', cell: ({ waiting }) => formatNumber(waiting) },
  { id: 'createdAt', header: 'Created', card: 'none', cell: ({ createdAt }) => formatDay(createdAt) },
]

export const webhookColumns = {
  own: defineColumns<ListedWebhook>([
    urlColumn,
    { id: 'events', header: 'Events', share: 18, cell: (webhook) => <EventSummary {...webhook} /> },
    healthColumn,
    { id: 'state', header: 'State', card: 'corner', cell: (webhook) => <WebhookStatus webhook={webhook} /> },
    ...countColumns,
  ]),
  admin: defineColumns<ListedWebhook>([
    urlColumn,
    {
      id: 'user',
      header: 'Owner',
      card: 'wide',
      share: 24,
      filter: ownerFilter,
      cell: (webhook) => 'user' in webhook && <OwnerCell owner={webhook.user} />,
    },
    {
      id: 'state',
      header: 'State',
      card: 'corner',
      filter: buildSelectFilter('state', 'State', webhookStates),
      cell: (webhook) => (
        <TextWithDescription first={<WebhookStatus webhook={webhook} />} second={getFailureText(webhook)} />
      ),
    },
    healthColumn,
    ...countColumns,
  ]),
}
