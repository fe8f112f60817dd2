import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PackagePlus, Search } from 'lucide-react'
import { dayFilters, orderColumns, statusFilter, typeFilter } from '../../../entities/order/order-columns.tsx'
import { type AllOrdersState, toOrdersQuery } from '../../../entities/order/order-search.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { buildOrderListQuery } from '../orders.data.ts'
import { SingleLeadsEntry } from './single-leads.tsx'

const orderNameColumn = { share: 30, sortable: true }
const otherColumns = {
  quantity: { sortable: true },
  campaignType: { filter: typeFilter },
  createdAt: { sortable: true, filter: dayFilters },
  expiresAt: {},
  userFacingStatus: { filter: statusFilter },
  action: {},
}
const allColumns = orderColumns('own', { orderName: orderNameColumn, campaignName: { share: 20 }, ...otherColumns })
/** Of orders without a campaign. */
const privateColumns = orderColumns('own', { orderName: orderNameColumn, ...otherColumns })

type OwnOrdersProps = { state: AllOrdersState; onState: OnTableStateChange }

export const AllOrdersTable = (props: OwnOrdersProps) => (
  <DataTable
    {...props}
    label="Orders"
    columns={allColumns}
    result={useQuery(buildOrderListQuery(orders.listAll, { query: toOrdersQuery(props.state) }))}
    searchBy="order name"
    empty={{
      icon: PackagePlus,
      title: 'No orders yet',
      text: 'Open a campaign and choose how many leads to order. You see the price first.',
      action: (
        <LinkButton to="/portal/campaigns" search={{ tab: 'campaigns' }}>
          Open campaigns
        </LinkButton>
      ),
    }}
  />
)

/** The user's orders without a campaign, which are all a consumer has. Single leads are one entry above them. */
export const PrivateOrdersTable = (props: OwnOrdersProps) => (
  <Stack gap={12} miw={0}>
    <SingleLeadsEntry />
    <PrivateOrders {...props} />
  </Stack>
)

const PrivateOrders = (props: OwnOrdersProps) => (
  <DataTable
    {...props}
    label="Orders"
    columns={privateColumns}
    result={useQuery(
      buildOrderListQuery(privateOrders.list, { query: { ...toOrdersQuery(props.state), isSingle: 'false' } }),
    )}
    searchBy="order name"
    empty={{
      icon: Search,
      title: 'No orders yet',
      text: 'Filter by place, building and owner, and order the leads you find. Counting is free.',
      action: <LinkButton to="/portal/lead-finder">Open the lead finder</LinkButton>,
    }}
  />
)
