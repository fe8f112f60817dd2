import { useQuery } from '@tanstack/react-query'
import { PackagePlus } from 'lucide-react'
import { StateView } from '../../ui/display/state-view.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { allOrderColumns } from './order-columns.tsx'
import { allOrderPage } from './orders.data.ts'
import type { AllOrdersState } from './orders-search.ts'

/** The user's orders over all campaigns. */
export function AllOrdersTable({ state, onState }: { state: AllOrdersState; onState: OnState }) {
  const result = useQuery(allOrderPage(state))
  return (
    <DataTable
      label="Orders"
      columns={allOrderColumns}
      result={result}
      rowId={(order) => order.id}
      state={state}
      onState={onState}
      searchBy="order name"
      empty={
        <StateView
          icon={PackagePlus}
          title="No orders yet"
          text="Open a campaign and say how many leads you want. You see what they cost before anything is held."
        />
      }
    />
  )
}
