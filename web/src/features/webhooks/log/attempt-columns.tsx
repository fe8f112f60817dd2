import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import { attemptStatuses, type WebhookAttempt } from '@dooryard/contract/webhooks'
import { Link } from '@tanstack/react-router'
import { serverNow } from '../../../lib/clock.ts'
import { formatDay, formatDayAndTime, formatDuration, formatTime, titleCase, unknown } from '../../../lib/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { TwoLines } from '../../../ui/display/facts.tsx'
import { defineColumns, selectFilter } from '../../../ui/table/columns.ts'
import { formatAhead } from '../webhook-labels.ts'

const tones = { PENDING: 'plain', SUCCEEDED: 'good', FAILED: 'bad' } as const

export const AttemptStatus = ({ status }: Pick<WebhookAttempt, 'status'>) => (
  <Tag tone={tones[status]}>{titleCase(status)}</Tag>
)

/** When something is due; how soon to those who look, and when exactly to those who point at it. */
const Ahead = ({ at }: { at: string }) => <span title={formatDayAndTime(at)}>{formatAhead(at, serverNow())}</span>

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
    cell: (attempt) => <TwoLines first={<EventLink {...attempt} />} second={attempt.eventType} />,
  },
  {
    id: 'status',
    header: 'Status',
    card: 'corner',
    filter: selectFilter('status', 'Status', attemptStatuses),
    cell: (attempt) => <AttemptStatus {...attempt} />,
  },
  {
    id: 'attempt',
    header: 'Attempt',
    align: 'right',
    cell: ({ attempt, isManual }) => <TwoLines first={attempt} second={isManual && 'by hand'} />,
  },
  {
    id: 'answer',
    header: 'Answer',
    share: 18,
    cell: ({ responseCode, error }) => responseCode ?? error ?? unknown,
  },
  {
    id: 'durationMs',
    header: 'Took',
    align: 'right',
    cell: ({ durationMs }) => (durationMs === undefined ? unknown : formatDuration(durationMs)),
  },
  {
    id: 'at',
    header: 'Sent',
    filter: [
      { kind: 'day', key: 'from', label: 'From' },
      { kind: 'day', key: 'to', label: 'To' },
    ],
    cell: ({ status, at }) =>
      status === 'PENDING' ? unknown : <TwoLines first={formatDay(at)} second={formatTime(at)} />,
  },
  {
    id: 'next',
    header: 'Next',
    // Of one that failed, what follows it has a row of its own.
    cell: ({ status, at }) => (status === 'PENDING' ? <Ahead at={at} /> : unknown),
  },
])
