import type { Bucket, CreditEntry } from '@dooryard/contract/credit-history'
import { Link } from '@tanstack/react-router'
import { entryTitle } from '../../lib/entry-title.ts'
import { formatDay, formatNumber, formatTime, unknown } from '../../lib/format.ts'
import { CreditChange } from '../../ui/parts/credit-change.tsx'
import quiet from '../../ui/parts/quiet-link.module.css'
import { Tag } from '../../ui/parts/tag.tsx'
import { TwoLines } from '../../ui/parts/two-lines.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import classes from './statistics.module.css'

const column = columnsOf<CreditEntry>()

const bucketNames: Record<Bucket, string> = { SUBSCRIPTION: 'Subscription', ON_DEMAND: 'On demand' }

/** What an entry was for: an order, which leads to it, or an invoice. */
function For({ entry: { orderId, orderName, invoiceNumber } }: { entry: CreditEntry }) {
  if (!orderId) return invoiceNumber ?? unknown
  return (
    <Link className={quiet.link} to="/portal/orders/$orderId" params={{ orderId }}>
      {orderName ?? 'An order'}
    </Link>
  )
}

/** The columns of somebody's ledger. */
export const entryColumns = column.columns([
  column.accessor('createdAt', {
    header: 'When',
    meta: { width: 124 },
    cell: ({ getValue }) => <TwoLines first={formatDay(getValue())} second={formatTime(getValue())} />,
  }),
  column.accessor('type', {
    header: 'What',
    meta: { card: 'title' },
    cell: ({ row: { original } }) => (
      <span className={classes.what}>
        <strong>{entryTitle(original)}</strong>
        {original.reason && <span className={classes.reason}>{original.reason}</span>}
      </span>
    ),
  }),
  column.accessor('orderName', {
    header: 'For',
    meta: { card: 'wide', share: 22 },
    cell: ({ row: { original } }) => <For entry={original} />,
  }),
  column.accessor('bucket', {
    header: 'Credits',
    meta: { width: 118 },
    cell: ({ getValue }) => <Tag tone="plain">{bucketNames[getValue()]}</Tag>,
  }),
  column.accessor('amount', {
    header: 'To spend',
    meta: { align: 'right', width: 92 },
    cell: ({ getValue }) => <CreditChange amount={getValue()} isToned />,
  }),
  column.accessor('held', {
    header: 'On hold',
    meta: { align: 'right', width: 88 },
    cell: ({ getValue }) => <CreditChange amount={getValue()} />,
  }),
  column.accessor('balanceAfter', {
    header: 'Left of kind',
    meta: { align: 'right', width: 96 },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('actor', { header: 'By', meta: { width: 108 } }),
])
