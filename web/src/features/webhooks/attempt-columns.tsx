import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import { attemptStatuses, type WebhookAttempt } from '@dooryard/contract/webhooks'
import { Link } from '@tanstack/react-router'
import { serverNow } from '../../lib/clock.ts'
import { formatDay, formatDayAndTime, formatTime, titleCase, unknown } from '../../lib/format.ts'
import { TwoLines } from '../../ui/display/facts.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { AttemptStatus } from './attempt-status.tsx'
import { aheadWords, durationWords } from './webhook-words.ts'

const column = columnsOf<WebhookAttempt>()

/** When something comes; how soon to those who look, and when exactly to those who point at it. */
const Ahead = ({ at }: { at: string }) => <span title={formatDayAndTime(at)}>{aheadWords(at, serverNow())}</span>

/** The columns of a log. */
export const attemptColumns = column.columns([
  column.accessor('eventType', {
    header: 'Event',
    meta: {
      card: 'title',
      filter: {
        kind: 'select',
        key: 'eventType',
        label: 'Event',
        options: webhookEventTypes.terms.map(({ value, label }) => ({ value, label })),
      },
    },
    cell: ({ row: { original } }) => (
      <TwoLines
        first={
          <Link
            from="/portal/webhooks/$webhookId"
            to="/portal/webhooks/$webhookId"
            search={(old) => ({ ...old, attempt: original.id })}
            resetScroll={false}
            data-row-link
          >
            {webhookEventTypes.label(original.eventType)}
          </Link>
        }
        second={original.eventType}
      />
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: {
      card: 'corner',
      filter: {
        kind: 'select',
        key: 'status',
        label: 'Status',
        options: attemptStatuses.map((value) => ({ value, label: titleCase(value) })),
      },
    },
    cell: ({ getValue }) => <AttemptStatus status={getValue()} />,
  }),
  column.accessor('attempt', {
    header: 'Attempt',
    meta: { align: 'right' },
    cell: ({ row: { original } }) => <TwoLines first={original.attempt} second={original.isManual && 'by hand'} />,
  }),
  column.accessor(({ responseCode, error }) => responseCode ?? error, {
    id: 'answer',
    header: 'Answer',
    meta: { share: 18 },
    cell: ({ getValue }) => getValue() ?? unknown,
  }),
  column.accessor('durationMs', {
    header: 'Took',
    meta: { align: 'right' },
    cell: ({ getValue }) => {
      const ms = getValue()
      return ms === undefined ? unknown : durationWords(ms)
    },
  }),
  column.accessor('at', {
    header: 'Sent',
    meta: {
      filter: [
        { kind: 'day', key: 'from', label: 'From' },
        { kind: 'day', key: 'to', label: 'To' },
      ],
    },
    cell: ({ getValue, row: { original } }) =>
      original.status === 'PENDING' ? (
        unknown
      ) : (
        <TwoLines first={formatDay(getValue())} second={formatTime(getValue())} />
      ),
  }),
  // Of one that failed, what follows it has a row of its own.
  column.accessor(({ status, at }) => (status === 'PENDING' ? at : undefined), {
    id: 'next',
    header: 'Next',
    cell: ({ getValue }) => {
      const next = getValue()
      return next ? <Ahead at={next} /> : unknown
    },
  }),
])
