import type { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import type { AdminPayment } from '@dooryard/contract/billing/admin/admin-payments'
import { Button } from '@mantine/core'
import { instantFilters } from '../../entities/order/order-columns.tsx'
import { PaymentDocuments } from '../../entities/payment/payment-documents.tsx'
import { PaymentState, paymentStateLabels } from '../../entities/payment/payment-state.tsx'
import { OwnerCell } from '../../entities/user/owner-cell.tsx'
import { ownerFilter } from '../../entities/user/owner-filter.tsx'
import { emptyValue, formatDay, formatMoney, formatNumber } from '../../lib/format/format.ts'
import { formatPaymentNote } from '../../lib/labels/payment-note.ts'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { buildSelectFilter, defineColumns } from '../../ui/table/columns.ts'
import { paymentKinds, paymentProviders, paymentStates } from './payments-search.ts'

const formatProvider = (provider: AdminPayment['provider']) => (provider === 'STRIPE' ? 'Stripe' : 'Sandbox')

const canRefund = ({ status, amount, isRefundInProgress }: AdminPayment) =>
  status === 'PAID' && amount > 0 && !isRefundInProgress

type RefundButtonProps = { payment: AdminPayment; onRefund: (payment: AdminPayment) => void }

const RefundButton = ({ payment, onRefund }: RefundButtonProps) => (
  <Button
    variant="default"
    size="compact-sm"
    aria-label={`Refund ${payment.invoiceNumber ?? payment.description}`}
    onClick={() => onRefund(payment)}
  >
    Refund…
  </Button>
)

/** The columns of the payments of all users; documents come from the given endpoints. */
export const buildPaymentColumns = (
  onRefund: (payment: AdminPayment) => void,
  documents: Pick<typeof adminBilling, 'invoice' | 'creditNote'>,
) =>
  defineColumns<AdminPayment>([
    {
      id: 'createdAt',
      header: 'Date',
      sortable: true,
      width: 116,
      filter: instantFilters,
      cell: ({ createdAt }) => formatDay(createdAt),
    },
    {
      id: 'user',
      header: 'User',
      card: 'wide',
      filter: { ...ownerFilter, label: 'Users' },
      cell: ({ user }) => <OwnerCell owner={user} />,
    },
    {
      id: 'description',
      header: 'Description',
      card: 'title',
      share: 30,
      filter: buildSelectFilter('kind', 'Type', paymentKinds),
      cell: (payment) => <TextWithDescription first={payment.description} second={formatPaymentNote(payment)} />,
    },
    { id: 'credits', header: 'Credits', align: 'right', cell: (row) => formatNumber(row.creditsGranted) },
    { id: 'amount', header: 'Amount', sortable: true, align: 'right', cell: formatMoney },
    {
      id: 'refunded',
      header: 'Refunded',
      align: 'right',
      cell: ({ refundedAmount, currency }) =>
        refundedAmount ? formatMoney({ amount: refundedAmount, currency }) : emptyValue,
    },
    {
      id: 'state',
      header: 'Status',
      card: 'corner',
      filter: {
        kind: 'select',
        key: 'state',
        label: 'Status',
        options: paymentStates.map((value) => ({ value, label: paymentStateLabels[value] })),
      },
      cell: (payment) => <PaymentState payment={payment} isInProgress={payment.isRefundInProgress} />,
    },
    {
      id: 'provider',
      header: 'Provider',
      filter: {
        kind: 'select',
        key: 'provider',
        label: 'Provider',
        options: paymentProviders.map((value) => ({ value, label: formatProvider(value) })),
      },
      cell: ({ provider, providerRef }) => <span title={providerRef}>{formatProvider(provider)}</span>,
    },
    { id: 'documents', header: 'Invoice', cell: (row) => <PaymentDocuments payment={row} from={documents} /> },
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: 96,
      cell: (payment) => canRefund(payment) && <RefundButton payment={payment} onRefund={onRefund} />,
    },
  ])
