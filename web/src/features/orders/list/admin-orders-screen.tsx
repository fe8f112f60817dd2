import { adminOrders } from '@dooryard/contract/admin-orders'
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
import { ownerFilter } from '../../../entities/user/owner-filter.tsx'
import { downloadFile } from '../../../lib/file-calls.ts'
import type { PageHeaderProps } from '../../../ui/layout/page-header.tsx'
import { ListScreen } from '../../../ui/layout/screens.tsx'
import type { OnState } from '../../../ui/table/columns.ts'
import type { DataTableProps } from '../../../ui/table/data-table.tsx'
import { ExportButton } from '../../../ui/table/export-button.tsx'
import { listOrders } from '../orders.data.ts'

const shared = {
  orderName: { share: 20 },
  user: { share: 20, filter: ownerFilter },
  campaignName: { share: 16 },
  quantity: {},
  campaignType: { filter: typeFilter },
  totalPrice: { sortable: true },
  createdAt: { sortable: true },
  updatedAt: { sortable: true },
  userFacingStatus: { filter: [statusFilter, internalStatusFilter, ...instantFilters] },
}
const columnsOfCampaigns = orderColumns('admin', shared)
const columnsOfAll = orderColumns('admin', { ...shared, campaignName: { share: 16, filter: kindFilter } })

type ScreenProps = { state: AdminOrdersState; onState: OnState }

type AdminOrdersProps = ScreenProps &
  Pick<DataTableProps<OrderRow>, 'columns' | 'result'> & {
    header: PageHeaderProps
    kind: AdminOrdersState['kind']
    empty: string
    children?: ReactNode
  }

function AdminOrders({ header, kind, empty, ...list }: AdminOrdersProps) {
  const query = { ...toAdminOrderFilters(list.state), kind }
  const fetchList = (onBytes: (count: number) => void) => downloadFile(adminOrders.export, { query }, onBytes)
  const hasRows = Boolean(list.result.data?.totalCount)
  return (
    <ListScreen
      {...list}
      header={{ ...header, actions: <ExportButton what="orders" hasRows={hasRows} fetchList={fetchList} /> }}
      label="Orders"
      searchBy="order or owner"
      empty={{ icon: Package, title: 'Nobody has ordered yet', text: empty }}
    />
  )
}

type OrdersOfCampaignsProps = ScreenProps & { header?: PageHeaderProps; children?: ReactNode }

const headerOfCampaigns: PageHeaderProps = {
  heading: 'Enterprise orders',
  title: 'Enterprise Orders',
  lead: 'What was ordered of campaigns, whosever they are.',
}

/** The orders of everybody's campaigns: a screen of their own, or under a heading that they share. */
export const AdminOrdersOfCampaignsScreen = ({ header = headerOfCampaigns, ...props }: OrdersOfCampaignsProps) => (
  <AdminOrders
    {...props}
    header={header}
    kind="ENTERPRISE"
    columns={columnsOfCampaigns}
    result={useQuery(listOrders(adminOrders.listOfCampaigns, { query: toAdminOrdersQuery(props.state) }))}
    empty="Each order of a campaign stands here from the moment it is placed."
  />
)

const headerOfAll: PageHeaderProps = {
  heading: 'Orders',
  title: 'Orders',
  lead: 'Every order there is, of campaigns and of none.',
}

export const AdminOrdersScreen = (props: ScreenProps) => (
  <AdminOrders
    {...props}
    header={headerOfAll}
    kind={props.state.kind}
    columns={columnsOfAll}
    result={useQuery(
      listOrders(adminOrders.list, { query: { ...toAdminOrdersQuery(props.state), kind: props.state.kind } }),
    )}
    empty="Each order stands here from the moment it is placed, of a campaign or of none."
  />
)
