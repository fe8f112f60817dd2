import { billing } from '@dooryard/contract/billing/billing'
import { type Transaction, transactionKinds } from '@dooryard/contract/billing/transactions'
import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { PaymentDocuments } from '../../entities/payment/payment-documents.tsx'
import { formatPaymentState, paymentStateLabels } from '../../entities/payment/payment-state.tsx'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { startOfDay, startOfNextDay } from '../../lib/format/days.ts'
import { emptyValue, formatDay, formatMoney, formatNumber, toTitleCase } from '../../lib/format/format.ts'
import { formatPaymentNote } from '../../lib/labels/payment-note.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { defineColumns, type OnTableStateChange } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { usePaymentAccess } from './billing.data.ts'
import { useBillingInfo } from './billing-info-boundary.tsx'
import type { BillingSearch } from './billing-search.ts'

const statusByPayment = { PAID: 'COMPLETED', FAILED: 'FAILED', REFUNDED: 'PENDING' } as const

function Description({ payment }: { payment: Transaction }) {
  const aside = formatPaymentNote(payment)
  return (
    <Stack gap={0} py={4} style={{ whiteSpace: 'normal' }}>
      <span>{payment.description}</span>
      {aside && (
        <Text span c="dimmed" fz="xs" lh="16px" style={{ overflowWrap: 'anywhere' }}>
          {aside}
        </Text>
      )}
    </Stack>
  )
}

const columns = defineColumns<Transaction>([
  { id: 'createdAt', header: 'Date', width: 120, cell: ({ createdAt }) => formatDay(createdAt) },
  {
    id: 'description',
    header: 'Description',
    card: 'title',
    share: 40,
    cell: (payment) => <Description payment={payment} />,
  },
  { id: 'amount', header: 'Amount', align: 'right', cell: formatMoney },
  {
    id: 'creditsGranted',
    header: 'Credits',
    align: 'right',
    cell: ({ creditsGranted }) => (creditsGranted > 0 ? `+${formatNumber(creditsGranted)}` : emptyValue),
  },
  {
    id: 'status',
    header: 'Status',
    card: 'corner',
    cell: (payment) => <StatusBadge status={statusByPayment[payment.status]} label={formatPaymentState(payment)} />,
  },
  {
    id: 'invoice',
    header: 'Invoice',
    card: 'action',
    align: 'right',
    cell: (payment) => <PaymentDocuments payment={payment} from={billing} />,
  },
])

const kindLabels = Object.fromEntries(transactionKinds.map((kind) => [kind, toTitleCase(kind)]))

const filterChoices = [
  { key: 'kind', label: 'Type', any: 'All', labels: kindLabels },
  { key: 'state', label: 'Status', any: 'All', labels: paymentStateLabels },
]

const noFilters = { kind: undefined, state: undefined, from: undefined, to: undefined }

type PaymentHistoryProps = {
  state: Omit<BillingSearch, 'checkout' | 'cancelled' | 'invoice'>
  onState: OnTableStateChange
}

/** Every payment, with its invoice. */
export function PaymentHistory({ state, onState }: PaymentHistoryProps) {
  const { mayPay } = usePaymentAccess(useBillingInfo().info)
  const { page, limit, ...filters } = state
  const { from, to, ...body } = filters
  const result = useQuery(
    buildLiveQuery(billing.transactions, {
      query: { page, limit },
      body: { ...body, ...(from && { fromDate: startOfDay(from) }), ...(to && { toDate: startOfNextDay(to) }) },
    }),
  )
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const isUnused = result.data?.totalCount === 0 && !isFiltered
  const clear = () => onState({ ...noFilters, page: 1 })
  return (
    <Stack component="section" gap={16} miw={0} aria-labelledby="payments">
      <Title order={2} id="payments">
        Payment history
      </Title>
      {!isUnused && (
        <FilterBar
          label="Filter payments"
          choices={filterChoices}
          filters={filters}
          onState={onState}
          onClear={clear}
        />
      )}
      <DataTable
        label="Payments"
        columns={columns}
        result={result}
        rowId={({ transactionId }) => transactionId}
        state={{ page, limit }}
        onState={onState}
        empty={{
          icon: ReceiptText,
          title: 'No payments yet',
          text: 'Payments and invoices appear here.',
          action: mayPay && (
            <LinkButton to="/portal/settings/pay-as-you-go" variant="default">
              Buy credits
            </LinkButton>
          ),
        }}
        onClear={isFiltered ? clear : undefined}
      />
    </Stack>
  )
}
