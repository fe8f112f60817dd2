import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import type { Webhook } from '@dooryard/contract/webhooks'
import { Link } from '@tanstack/react-router'
import { formatDay, formatNumber, plural } from '../../lib/format.ts'
import { Tag } from '../../ui/parts/tag.tsx'
import { TwoLines } from '../../ui/parts/two-lines.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { HealthBars } from './health-bars.tsx'
import { rateWords, shortUrl, stateOf } from './webhook-words.ts'
import classes from './webhooks.module.css'

const column = columnsOf<Webhook>()

/** How many events, the first of them, and all of them to whoever points at it. */
function Events({ events }: { events: Webhook['events'] }) {
  const labels = events.map((type) => webhookEventTypes.label(type))
  const rest = labels.length - 1
  return (
    <div title={labels.join(', ')}>
      <TwoLines
        first={plural(labels.length, 'event')}
        second={rest > 0 ? `${labels[0]} and ${rest} more` : labels[0]}
      />
    </div>
  )
}

/** The columns of the webhooks. */
export const webhookColumns = column.columns([
  column.accessor('url', {
    header: 'URL',
    meta: { card: 'title', share: 30 },
    cell: ({ row: { original } }) => (
      <TwoLines
        first={
          <Link
            to="/portal/webhooks/$webhookId"
            params={{ webhookId: original.id }}
            title={original.url}
            aria-label={original.url}
            className={classes.url}
            data-row-link
          >
            {shortUrl(original.url)}
          </Link>
        }
        second={original.description}
      />
    ),
  }),
  column.accessor('events', {
    header: 'Events',
    meta: { share: 18 },
    cell: ({ getValue }) => <Events events={getValue()} />,
  }),
  column.accessor('health', {
    header: 'Last 24 hours',
    meta: { card: 'wide', width: 176 },
    cell: ({ getValue }) => (
      <div className={classes.health}>
        <HealthBars health={getValue()} />
        <span>{rateWords(getValue())}</span>
      </div>
    ),
  }),
  column.display({
    id: 'state',
    header: 'State',
    meta: { card: 'corner' },
    cell: ({ row: { original } }) => <Tag {...stateOf(original)} />,
  }),
  column.accessor('waiting', {
    header: 'Waiting',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('createdAt', {
    header: 'Created',
    meta: { card: 'none' },
    cell: ({ getValue }) => formatDay(getValue()),
  }),
])
