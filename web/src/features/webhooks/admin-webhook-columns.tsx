import { type AdminWebhook, webhookStates } from '@dooryard/contract/admin-webhooks'
import { Link } from '@tanstack/react-router'
import { formatDay, formatNumber, titleCase } from '../../lib/format.ts'
import { OwnerCell } from '../../ui/parts/owner-cell.tsx'
import { Tag } from '../../ui/parts/tag.tsx'
import { TwoLines } from '../../ui/parts/two-lines.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { HealthBars } from './health-bars.tsx'
import { rateWords, shortUrl } from './webhook-words.ts'
import classes from './webhooks.module.css'

const column = columnsOf<AdminWebhook>()

const tones = { HEALTHY: 'good', FAILING: 'bad', SLOW: 'warn', DISABLED: 'plain' } as const

export const WebhookState = ({ state }: Pick<AdminWebhook, 'state'>) => (
  <Tag tone={tones[state]}>{titleCase(state)}</Tag>
)

/** Since when a webhook is in trouble. */
function Since({ state, failingSince, disabledAt }: AdminWebhook) {
  const since = state === 'DISABLED' ? disabledAt : failingSince
  return since ? <>since {formatDay(since)}</> : null
}

/** The columns of everybody's webhooks. */
export const adminWebhookColumns = column.columns([
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
  column.accessor('user', {
    header: 'Owner',
    meta: { card: 'wide', share: 24 },
    cell: ({ getValue }) => <OwnerCell owner={getValue()} />,
  }),
  column.accessor('state', {
    header: 'State',
    meta: {
      card: 'corner',
      filter: {
        kind: 'select',
        key: 'state',
        label: 'State',
        options: webhookStates.map((value) => ({ value, label: titleCase(value) })),
      },
    },
    cell: ({ row: { original } }) => (
      <TwoLines first={<WebhookState {...original} />} second={<Since {...original} />} />
    ),
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
