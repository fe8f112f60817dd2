import { billing } from '@dooryard/contract/billing'
import type { Transaction } from '@dooryard/contract/transactions'
import { PaymentDocuments } from '../../entities/payment/payment-documents.tsx'
import { formatDay, formatMoney, formatNumber, unknown } from '../../lib/format.ts'
import { asideOf } from '../../lib/payment-words.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import classes from './billing.module.css'
import { statusNames } from './transaction-words.ts'

const column = columnsOf<Transaction>()

const badges = { PAID: 'COMPLETED', FAILED: 'FAILED', REFUNDED: 'PENDING' } as const

function What({ transaction }: { transaction: Transaction }) {
  const aside = asideOf(transaction)
  return (
    <div className={classes.what}>
      <span>{transaction.description}</span>
      {aside && <span>{aside}</span>}
    </div>
  )
}

/** The columns of the user's payments. */
export const transactionColumns = column.columns([
  column.accessor('createdAt', {
    header: 'Date',
    meta: { width: 120 },
    cell: ({ getValue }) => formatDay(getValue()),
  }),
  column.accessor('description', {
    header: 'What',
    meta: { card: 'title', share: 40 },
    cell: ({ row: { original } }) => <What transaction={original} />,
  }),
  column.display({
    id: 'amount',
    header: 'Amount',
    meta: { align: 'right' },
    cell: ({ row: { original } }) => formatMoney(original),
  }),
  column.accessor('creditsGranted', {
    header: 'Credits',
    meta: { align: 'right' },
    cell: ({ getValue }) => (getValue() > 0 ? `+${formatNumber(getValue())}` : unknown),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { card: 'corner' },
    cell: ({ getValue }) => <StatusBadge status={badges[getValue()]} label={statusNames[getValue()]} />,
  }),
  column.display({
    id: 'invoice',
    header: 'Invoice',
    meta: { card: 'action', align: 'right' },
    cell: ({ row: { original } }) => <PaymentDocuments payment={original} from={billing} />,
  }),
])
