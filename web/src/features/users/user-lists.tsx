import { adminBilling } from '@dooryard/contract/admin-billing'
import type { CreditEntry } from '@dooryard/contract/credit-history'
import type { PageOf } from '@dooryard/contract/paging'
import type { Transaction } from '@dooryard/contract/transactions'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PaymentDocuments } from '../../entities/payment/payment-documents.tsx'
import { entryTitle } from '../../lib/entry-title.ts'
import { formatDay, formatMoney, titleCase } from '../../lib/format.ts'
import { asideOf } from '../../lib/payment-words.ts'
import { liveQueryOf } from '../../lib/query.ts'
import { CreditChange } from '../../ui/display/badges.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { actionColumn, FiguresTable } from '../../ui/table/figures-table.tsx'

/** Few at a time: the list stands in a drawer. */
const limit = 5

/** The first column names the row. */
type Column<Row> = { label: string; holds?: 'texts' | 'actions'; cell: (row: Row) => ReactNode }

type ShortListProps<Row> = {
  label: string
  none: string
  columns: Column<Row>[]
  rowId: (row: Row) => string
  result: UseQueryResult<PageOf<Row>>
  onPage: (page: number) => void
}

function ShortList<Row>({ label, none, columns, rowId, result, onPage }: ShortListProps<Row>) {
  const { data, error, refetch } = result
  if (error && !data) return <LoadFailure what={label} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  if (data.totalCount === 0) return <Text c="dimmed">{none}</Text>
  const { previousPage, nextPage } = data
  const [name, ...others] = columns
  const move = { variant: 'default', size: 'compact-sm' } as const
  return (
    <>
      <FiguresTable label={label} headers={columns.map(({ label, holds }) => (holds ? { label, holds } : label))}>
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
      </FiguresTable>
      {data.totalPages > 1 && (
        <Group justify="flex-end" gap={12} mt={8} c="dimmed" fz="sm">
          <Button {...move} disabled={!previousPage} onClick={() => previousPage && onPage(previousPage)}>
            Newer
          </Button>
          <span>
            {data.currentPage} of {data.totalPages}
          </span>
          <Button {...move} disabled={!nextPage} onClick={() => nextPage && onPage(nextPage)}>
            Older
          </Button>
        </Group>
      )}
    </>
  )
}

/** What a row is, and under it, dimmed, what is also good to know. */
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

const paymentColumns = (onRefund: (payment: Transaction) => void): Column<Transaction>[] => [
  { label: 'What', cell: (payment) => <RowName name={payment.description} aside={asideOf(payment)} /> },
  { label: 'When', holds: 'texts', cell: ({ createdAt }) => formatDay(createdAt) },
  { label: 'Amount', cell: formatMoney },
  { label: 'State', holds: 'texts', cell: ({ status }) => titleCase(status) },
  {
    ...actionColumn,
    // One under another, since beside each other they leave no room for what was paid for.
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

/** What a user has paid, the newest first. */
export function UserPayments({ userId, onRefund }: UserPaymentsProps) {
  const [page, setPage] = useState(1)
  return (
    <ShortList
      label="Payments"
      none="Nothing was paid yet."
      columns={paymentColumns(onRefund)}
      rowId={(payment) => payment.transactionId}
      result={useQuery(liveQueryOf(adminBilling.userTransactions, { params: { userId }, query: { page, limit } }))}
      onPage={setPage}
    />
  )
}

const entryColumns: Column<CreditEntry>[] = [
  { label: 'What', cell: (entry) => <RowName name={entryTitle(entry)} aside={entry.reason} /> },
  { label: 'When', holds: 'texts', cell: ({ createdAt }) => formatDay(createdAt) },
  { label: 'To spend', cell: ({ amount }) => <CreditChange amount={amount} isToned /> },
  { label: 'On hold', cell: ({ held }) => <CreditChange amount={held} /> },
]

/** How a user's credits moved, the newest first. */
export function UserEntries({ userId }: { userId: string }) {
  const [page, setPage] = useState(1)
  return (
    <ShortList
      label="Credit history"
      none="No credits have moved yet."
      columns={entryColumns}
      rowId={(entry) => entry.id}
      result={useQuery(liveQueryOf(adminBilling.creditTransactions, { query: { page, limit, userId } }))}
      onPage={setPage}
    />
  )
}
