import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import type { Webhook } from '@dooryard/contract/webhooks'
import { Link } from '@tanstack/react-router'
import { formatDay, formatNumber, plural } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { HealthBars } from './health-bars.tsx'
import { rateWords, shortUrl, stateOf } from './webhook-words.ts'
import classes from './webhooks.module.css'

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

/** The columns that the list of one's own webhooks and that of everybody's have in common. */
export function columnsOfWebhooks<Row extends Webhook>() {
  const column = columnsOf<Row>()
  return {
    url: column.display({
      id: 'url',
      header: 'URL',
      meta: { card: 'title', share: 30 },
      cell: ({ row: { original } }) => (
        <TwoLines
          first={
            <Link
              to="/portal/webhooks/$webhookId"
              params={{ webhookId: original.id }}
              title={original.url}
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
    health: column.display({
      id: 'health',
      header: 'Last 24 hours',
      meta: { card: 'wide', width: 176 },
      cell: ({ row: { original } }) => (
        <div className={classes.health}>
          <HealthBars health={original.health} />
          <span>{rateWords(original.health)}</span>
        </div>
      ),
    }),
    waiting: column.display({
      id: 'waiting',
      header: 'Waiting',
      meta: { align: 'right' },
      cell: ({ row: { original } }) => formatNumber(original.waiting),
    }),
    created: column.display({
      id: 'createdAt',
      header: 'Created',
      meta: { card: 'none' },
      cell: ({ row: { original } }) => formatDay(original.createdAt),
    }),
  }
}

const column = columnsOf<Webhook>()
const { url, health, waiting, created } = columnsOfWebhooks<Webhook>()

/** The columns of the webhooks. */
export const webhookColumns = column.columns([
  url,
  column.accessor('events', {
    header: 'Events',
    meta: { share: 18 },
    cell: ({ getValue }) => <Events events={getValue()} />,
  }),
  health,
  column.display({
    id: 'state',
    header: 'State',
    meta: { card: 'corner' },
    cell: ({ row: { original } }) => <Tag {...stateOf(original)} />,
  }),
  waiting,
  created,
])
