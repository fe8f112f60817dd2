import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { startOfDay, startOfNextDay } from '../../lib/days.ts'
import { NothingFound, StateView } from '../../ui/display/state-view.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { transactionPage } from './billing.data.ts'
import classes from './billing.module.css'
import type { BillingSearch } from './billing-search.ts'
import { PaymentFilters } from './payment-filters.tsx'
import { transactionColumns } from './transaction-columns.tsx'

type HistoryState = Omit<BillingSearch, 'checkout' | 'cancelled'>

const noFilters = { kind: undefined, status: undefined, from: undefined, to: undefined }

const untouched = (
  <StateView
    icon={ReceiptText}
    title="No payments yet"
    text="Each payment stands here with its invoice, and each one that failed with the reason."
  />
)

/** Every payment, with its invoice. */
export function PaymentHistory({ state, onState }: { state: HistoryState; onState: OnState }) {
  const { page, limit, from, to, ...filters } = state
  const asked = {
    ...filters,
    ...(from && { fromDate: startOfDay(from) }),
    ...(to && { toDate: startOfNextDay(to) }),
  }
  const result = useQuery(transactionPage({ page, limit }, asked))
  const isFiltered = Object.keys(noFilters).some((key) => state[key as keyof typeof noFilters] !== undefined)
  const clear = () => onState({ ...noFilters, page: 1 })
  const isUnused = result.data?.totalCount === 0 && !isFiltered
  return (
    <section className={classes.history} aria-labelledby="payments">
      <h2 id="payments">Payment history</h2>
      {!isUnused && <PaymentFilters filters={state} onState={onState} onClear={clear} isEmpty={!isFiltered} />}
      <DataTable
        label="Payments"
        columns={transactionColumns}
        result={result}
        rowId={(transaction) => transaction.transactionId}
        state={{ page, limit }}
        onState={onState}
        empty={isFiltered ? <NothingFound onClear={clear} /> : untouched}
      />
    </section>
  )
}
