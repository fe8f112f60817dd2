import { adminBilling } from '@dooryard/contract/admin-billing'
import type { PageOf } from '@dooryard/contract/paging'
import type { Transaction } from '@dooryard/contract/transactions'
import { Button, Skeleton } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { PaymentDocuments } from '../../entities/payment/payment-documents.tsx'
import { entryTitle } from '../../lib/entry-title.ts'
import { formatDay, formatMoney, titleCase } from '../../lib/format.ts'
import { asideOf } from '../../lib/payment-words.ts'
import { CreditChange } from '../../ui/display/badges.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { actionColumn, FiguresTable } from '../../ui/table/figures-table.tsx'
import { userEntries, userPayments } from './user-credits.data.ts'
import classes from './users.module.css'

/** Few at a time: the list stands in a drawer. */
const limit = 5

const when = { label: 'When', holds: 'texts' } as const

type ShortListProps<Item> = {
  label: string
  none: string
  result: UseQueryResult<PageOf<Item>>
  onPage: (page: number) => void
  headers: ComponentProps<typeof FiguresTable>['headers']
  row: (item: Item) => ReactNode
}

function ShortList<Item>({ label, none, result, onPage, headers, row }: ShortListProps<Item>) {
  const { data, error, refetch } = result
  if (error && !data) return <LoadFailure what={label} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  if (data.totalCount === 0) return <p className={classes.hint}>{none}</p>
  const { previousPage, nextPage } = data
  const move = { variant: 'default', size: 'compact-sm' } as const
  return (
    <>
      <FiguresTable label={label} headers={headers}>
        {data.items.map(row)}
      </FiguresTable>
      {data.totalPages > 1 && (
        <div className={classes.pages}>
          <Button {...move} disabled={!previousPage} onClick={() => previousPage && onPage(previousPage)}>
            Newer
          </Button>
          <span>
            {data.currentPage} of {data.totalPages}
          </span>
          <Button {...move} disabled={!nextPage} onClick={() => nextPage && onPage(nextPage)}>
            Older
          </Button>
        </div>
      )}
    </>
  )
}

type UserPaymentsProps = { userId: string; onRefund: (payment: Transaction) => void }

/** What a user has paid, the newest first. */
export function UserPayments({ userId, onRefund }: UserPaymentsProps) {
  const [page, setPage] = useState(1)
  const result = useQuery(userPayments(userId, { page, limit }))
  return (
    <ShortList
      label="Payments"
      none="Nothing was paid yet."
      result={result}
      onPage={setPage}
      headers={['What', when, 'Amount', { label: 'State', holds: 'texts' }, actionColumn]}
      row={(payment) => (
        <tr key={payment.transactionId}>
          <th scope="row">
            {payment.description}
            <Aside payment={payment} />
          </th>
          <td data-texts>{formatDay(payment.createdAt)}</td>
          <td>{formatMoney(payment)}</td>
          <td data-texts>{titleCase(payment.status)}</td>
          <td>
            <div className={classes.acts}>
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
            </div>
          </td>
        </tr>
      )}
    />
  )
}

function Aside({ payment }: { payment: Transaction }) {
  const says = asideOf(payment)
  return says && <span className={classes.reason}>{says}</span>
}

/** How a user's credits moved, the newest first. */
export function UserEntries({ userId }: { userId: string }) {
  const [page, setPage] = useState(1)
  const result = useQuery(userEntries(userId, { page, limit }))
  return (
    <ShortList
      label="Credit history"
      none="No credits have moved yet."
      result={result}
      onPage={setPage}
      headers={['What', when, 'To spend', 'On hold']}
      row={({ id, type, reason, createdAt, amount, held, marked }) => (
        <tr key={id}>
          <th scope="row">
            {entryTitle({ type, marked })}
            {reason && <span className={classes.reason}>{reason}</span>}
          </th>
          <td data-texts>{formatDay(createdAt)}</td>
          <td>
            <CreditChange amount={amount} isToned />
          </td>
          <td>
            <CreditChange amount={held} />
          </td>
        </tr>
      )}
    />
  )
}
