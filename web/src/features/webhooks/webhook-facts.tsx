import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import type { Webhook } from '@dooryard/contract/webhooks'
import { formatDayAndTime, formatNumber } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import classes from './webhooks.module.css'

/** What a webhook is told of. */
function Events({ events }: Pick<Webhook, 'events'>) {
  return (
    <ul className={classes.eventList}>
      {events.map((type) => (
        <li key={type} title={type}>
          <Tag tone="plain">{webhookEventTypes.label(type)}</Tag>
        </li>
      ))}
    </ul>
  )
}

function factsOf({ url, events, waiting, failingSince, disabledAt, createdAt }: Webhook) {
  return [
    { label: 'URL', value: url },
    { label: 'Events', value: <Events events={events} /> },
    { label: 'Waiting', value: formatNumber(waiting) },
    ...(failingSince ? [{ label: 'Failing since', value: formatDayAndTime(failingSince) }] : []),
    ...(disabledAt ? [{ label: 'Disabled', value: formatDayAndTime(disabledAt) }] : []),
    { label: 'Created', value: formatDayAndTime(createdAt) },
  ]
}

/** What is known of a webhook. */
export const WebhookFacts = ({ webhook }: { webhook: Webhook }) => (
  <Panel title="Details">
    <Facts facts={factsOf(webhook)} />
  </Panel>
)
