import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  instantFilters,
  internalStatusFilter,
  kindFilter,
  type OrderRow,
  orderColumns,
  statusFilter,
  typeFilter,
} from '../../../entities/order/order-columns.tsx'
import { type AdminOrdersState, toAdminOrderFilters, toAdminOrdersQuery } from '../../../entities/order/order-search.ts'
import { inviteLink } from '../../../entities/user/invite-link.tsx'
import { ownerFilter } from '../../../entities/user/owner-filter.tsx'
import { downloadFile } from '../../../lib/api/file-transfer.ts'
import type { PageHeaderProps } from '../../../ui/layout/page-header.tsx'
import { ListScreen } from '../../../ui/layout/screens.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import type { DataTableProps } from '../../../ui/table/data-table.tsx'
import { ExportButton } from '../../../ui/table/export-button.tsx'
import { buildOrderListQuery } from '../orders.data.ts'
import { adminActionColumn } from './admin-action-column.tsx'

const sharedColumns = {
  orderName: { share: 20 },
  user: { share: 20, filter: ownerFilter },
  campaignName: { share: 16 },
  quantity: {},
  campaignType: { filter: typeFilter },
  totalPrice: { sortable: true },
  createdAt: { sortable: true },
  expiresAt: {},
  updatedAt: { sortable: true },
  userFacingStatus: { filter: [statusFilter, internalStatusFilter, ...instantFilters] },
  action: adminActionColumn,
}
const enterpriseColumns = orderColumns('admin', sharedColumns)
const allColumns = orderColumns('admin', { ...sharedColumns, campaignName: { share: 16, filter: kindFilter } })

type AdminOrdersScreenProps = { state: AdminOrdersState; onState: OnTableStateChange }

type AdminOrdersProps = AdminOrdersScreenProps &
  Pick<DataTableProps<OrderRow>, 'columns' | 'result'> & {
    header: PageHeaderProps
    kind: AdminOrdersState['kind']
    empty: string
    children?: ReactNode
  }

function AdminOrders({ header, kind, empty, ...list }: AdminOrdersProps) {
  const query = { ...toAdminOrderFilters(list.state), kind }
  const fetchList = (onBytes: (count: number) => void) => downloadFile(adminOrders.export, { query }, { onBytes })
  const hasRows = Boolean(list.result.data?.totalCount)
  return (
    <ListScreen
      {...list}
      header={{ ...header, actions: <ExportButton what="orders" hasRows={hasRows} fetchList={fetchList} /> }}
      label="Orders"
      searchBy="order or owner"
      empty={{ icon: Package, title: 'No orders yet', text: empty, action: inviteLink }}
    />
  )
}

type AdminCampaignOrdersProps = AdminOrdersScreenProps & { header?: PageHeaderProps; children?: ReactNode }

const enterpriseHeader: PageHeaderProps = {
  heading: 'Enterprise orders',
  title: 'Enterprise Orders',
  lead: 'Orders in the campaigns of all users.',
}

/** Orders of all enterprise campaigns: a screen of its own, or under a shared header. */
export const AdminCampaignOrdersScreen = ({ header = enterpriseHeader, ...props }: AdminCampaignOrdersProps) => (
  <AdminOrders
    {...props}
    header={header}
    kind="ENTERPRISE"
    columns={enterpriseColumns}
    result={useQuery(buildOrderListQuery(adminOrders.listOfCampaigns, { query: toAdminOrdersQuery(props.state) }))}
    empty="Each order in a campaign is listed here once it is placed."
  />
)

const allHeader: PageHeaderProps = {
  heading: 'Orders',
  title: 'Orders',
  lead: 'All orders, in campaigns and outside them.',
}

export const AdminOrdersScreen = (props: AdminOrdersScreenProps) => (
  <AdminOrders
    {...props}
    header={allHeader}
    kind={props.state.kind}
    columns={allColumns}
    result={useQuery(
      buildOrderListQuery(adminOrders.list, { query: { ...toAdminOrdersQuery(props.state), kind: props.state.kind } }),
    )}
    empty="Each order is listed here once it is placed."
  />
)
