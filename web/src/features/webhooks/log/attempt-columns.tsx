import { webhookEventTypes } from '@dooryard/contract/integrations/webhook-events'
import { attemptStatuses, type WebhookAttempt } from '@dooryard/contract/integrations/webhooks'
import { Link } from '@tanstack/react-router'
import {
  emptyValue,
  formatDay,
  formatDuration,
  formatTime,
  formatWithTimeZone,
  toTitleCase,
} from '../../../lib/format/format.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { TextWithDescription } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { buildSelectFilter, defineColumns } from '../../../ui/table/columns.ts'
import { formatAhead } from '../webhook-labels.ts'

const toneByStatus = { PENDING: 'plain', SUCCEEDED: 'good', FAILED: 'bad' } as const

export const AttemptStatus = ({ status }: Pick<WebhookAttempt, 'status'>) => (
  <Tag tone={toneByStatus[status]}>{toTitleCase(status)}</Tag>
)

/** The relative time of a future event, with the exact time in the tooltip. */
const RelativeTime = ({ at }: { at: string }) => (
  <span title={formatWithTimeZone(at)}>{formatAhead(at, getServerTime())}</span>
)

const EventLink = ({ id, eventType }: WebhookAttempt) => (
  <Link
    from="/portal/webhooks/$webhookId"
    to="/portal/webhooks/$webhookId"
    search={(old) => ({ ...old, attempt: id })}
    resetScroll={false}
    data-row-link
  >
    {webhookEventTypes.label(eventType)}
  </Link>
)

export const attemptColumns = defineColumns<WebhookAttempt>([
  {
    id: 'eventType',
    header: 'Event',
    card: 'title',
    filter: {
      kind: 'select',
      key: 'eventType',
      label: 'Event',
      options: webhookEventTypes.terms.map(({ value, label }) => ({ value, label })),
    },
    cell: (attempt) => <TextWithDescription first={<EventLink {...attempt} />} second={attempt.eventType} />,
  },
  {
    id: 'status',
    header: 'Status',
    card: 'corner',
    filter: buildSelectFilter('status', 'Status', attemptStatuses),
    cell: (attempt) => <AttemptStatus {...attempt} />,
  },
  {
    id: 'attempt',
    header: 'Attempt',
    align: 'right',
    cell: ({ attempt, isManual }) => <TextWithDescription first={attempt} second={isManual && 'manual'} />,
  },
  {
    id: 'answer',
    header: 'Response',
    share: 18,
    cell: ({ responseCode, error }) => responseCode ?? error ?? emptyValue,
  },
  {
    id: 'durationMs',
    header: 'Duration',
    align: 'right',
    cell: ({ durationMs }) => (durationMs === undefined ? emptyValue : formatDuration(durationMs)),
  },
  {
    id: 'at',
    header: 'Sent',
    filter: [
      { kind: 'day', key: 'from', label: 'From' },
      { kind: 'day', key: 'to', label: 'To' },
    ],
    cell: ({ status, at }) =>
      status === 'PENDING' ? (
        emptyValue
      ) : (
        <TextWithDescription first={formatDay(at)} second={<Instant at={at} format={formatTime} />} />
      ),
  },
  {
    id: 'next',
    header: 'Next',
    // After a failed attempt, the next one has its own row.
    cell: ({ status, at }) => (status === 'PENDING' ? <RelativeTime at={at} /> : emptyValue),
  },
])
