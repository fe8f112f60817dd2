import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { LinkButton } from '../../ui/display/links.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ownOrderColumns } from './order-columns.tsx'
import { ownOrderPage } from './orders.data.ts'
import type { AllOrdersState } from './orders-search.ts'

/** The user's orders that belong to no campaign, which is all that a consumer has. */
export function OwnOrders({ state, onState }: { state: AllOrdersState; onState: OnState }) {
  const result = useQuery(ownOrderPage(state))
  return (
    <DataTable
      label="Orders"
      columns={ownOrderColumns}
      result={result}
      rowId={(order) => order.id}
      state={state}
      onState={onState}
      searchBy="order name"
      empty={
        <StateView
          icon={Search}
          title="Who owns what, and how to reach them"
          text="Filter by place, building and owner, and order the leads you find. Counting is free."
          action={<LinkButton to="/portal/lead-finder">Open the lead finder</LinkButton>}
        />
      }
    />
  )
}
