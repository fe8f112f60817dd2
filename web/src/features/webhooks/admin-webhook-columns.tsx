import { type AdminWebhook, webhookStates } from '@dooryard/contract/admin-webhooks'
import { OwnerCell } from '../../entities/user/owner-cell.tsx'
import { ownerFilter } from '../../entities/user/owner-filter.tsx'
import { formatDay, titleCase } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { columnsOfWebhooks } from './webhook-columns.tsx'

const column = columnsOf<AdminWebhook>()
const { url, health, waiting, created } = columnsOfWebhooks<AdminWebhook>()

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
  url,
  column.accessor('user', {
    header: 'Owner',
    meta: { card: 'wide', share: 24, filter: ownerFilter },
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
  health,
  waiting,
  created,
])
