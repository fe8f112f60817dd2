import type { PageResult } from '@dooryard/contract/api/paging'
import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import type { CreditEntry } from '@dooryard/contract/billing/credit-history'
import type { Transaction } from '@dooryard/contract/billing/transactions'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PaymentDocuments } from '../../entities/payment/payment-documents.tsx'
import { PaymentState } from '../../entities/payment/payment-state.tsx'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { formatDay, formatMoney } from '../../lib/format/format.ts'
import { formatEntryTitle } from '../../lib/labels/entry-title.ts'
import { formatPaymentNote } from '../../lib/labels/payment-note.ts'
import { CreditChange } from '../../ui/display/badges.tsx'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { actionColumn, StatsTable } from '../../ui/table/stats-table.tsx'

/** Small, since the list is in a drawer. */
const pageSize = 5

/** The first column is the row header. */
type Column<Row> = { label: string; holds?: 'texts' | 'actions'; cell: (row: Row) => ReactNode }

type ShortListProps<Row> = {
  label: string
  emptyText: string
  columns: Column<Row>[]
  rowId: (row: Row) => string
  result: UseQueryResult<PageResult<Row>>
  onPage: (page: number) => void
}

function ShortList<Row>({ label, emptyText, columns, rowId, result, onPage }: ShortListProps<Row>) {
  const { data, error, refetch } = result
  if (error && !data) return <LoadFailure what={label} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  if (data.totalCount === 0) return <Text c="dimmed">{emptyText}</Text>
  const { previousPage, nextPage } = data
  const [name, ...others] = columns
  const goToPage = { variant: 'default', size: 'compact-sm' } as const
  return (
    <>
      <StatsTable label={label} headers={columns.map(({ label, holds }) => (holds ? { label, holds } : label))}>
        {data.items.map((row) => (
          <tr key={rowId(row)}>
            <th scope="row">{name?.cell(row)}</th>
            {others.map(({ label, holds, cell }) => (
              <td key={label} data-texts={holds === 'texts' || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </StatsTable>
      {data.totalPages > 1 && (
        <Group justify="flex-end" gap={12} mt={8} c="dimmed" fz="sm">
          <Button {...goToPage} disabled={!previousPage} onClick={() => previousPage && onPage(previousPage)}>
            Newer
          </Button>
          <span>
            {data.currentPage} of {data.totalPages}
          </span>
          <Button {...goToPage} disabled={!nextPage} onClick={() => nextPage && onPage(nextPage)}>
            Older
          </Button>
        </Group>
      )}
    </>
  )
}

/** The title of a row, with dimmed secondary text. */
const RowName = ({ name, aside }: { name: string; aside: string | undefined }) => (
  <>
    {name}
    {aside && (
      <Text span display="block" c="dimmed" fz="xs" fw={400} lh="16px" style={{ overflowWrap: 'anywhere' }}>
        {aside}
      </Text>
    )}
  </>
)

const buildPaymentColumns = (onRefund: (payment: Transaction) => void): Column<Transaction>[] => [
  {
    label: 'Description',
    cell: (payment) => <RowName name={payment.description} aside={formatPaymentNote(payment)} />,
  },
  { label: 'Date', holds: 'texts', cell: ({ createdAt }) => formatDay(createdAt) },
  { label: 'Amount', cell: formatMoney },
  { label: 'Status', holds: 'texts', cell: (payment) => <PaymentState payment={payment} /> },
  {
    ...actionColumn,
    // Stacked, since side by side they leave no room for the title.
    cell: (payment) => (
      <Stack display="inline-flex" align="stretch" gap={0}>
        <PaymentDocuments payment={payment} from={adminBilling} />
        {payment.status === 'PAID' && payment.amount > 0 && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Refund ${payment.invoiceNumber ?? payment.description}`}
            onClick={() => onRefund(payment)}
          >
            Refund…
          </Button>
        )}
      </Stack>
    ),
  },
]

type UserPaymentsProps = { userId: string; onRefund: (payment: Transaction) => void }

/** A user's payments, newest first. */
export function UserPayments({ userId, onRefund }: UserPaymentsProps) {
  const [page, setPage] = useState(1)
  return (
    <ShortList
      label="Payments"
      emptyText="No payments yet"
      columns={buildPaymentColumns(onRefund)}
      rowId={(payment) => payment.transactionId}
      result={useQuery(
        buildLiveQuery(adminBilling.userTransactions, { params: { userId }, query: { page, limit: pageSize } }),
      )}
      onPage={setPage}
    />
  )
}

const entryColumns: Column<CreditEntry>[] = [
  { label: 'Description', cell: (entry) => <RowName name={formatEntryTitle(entry)} aside={entry.reason} /> },
  { label: 'Date', holds: 'texts', cell: ({ createdAt }) => formatDay(createdAt) },
  { label: 'Available', cell: ({ amount }) => <CreditChange amount={amount} isToned /> },
  { label: 'On hold', cell: ({ held }) => <CreditChange amount={held} /> },
]

/** A user's credit transactions, newest first. */
export function UserEntries({ userId }: { userId: string }) {
  const [page, setPage] = useState(1)
  return (
    <ShortList
      label="Credit history"
      emptyText="No transactions yet"
      columns={entryColumns}
      rowId={(entry) => entry.id}
      result={useQuery(buildLiveQuery(adminBilling.creditTransactions, { query: { page, limit: pageSize, userId } }))}
      onPage={setPage}
    />
  )
}
