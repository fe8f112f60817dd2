import type { AdminOrder } from '@dooryard/contract/admin-orders'
import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { AdminCampaignLink, AdminOrderLink } from '../../entities/order/admin-links.tsx'
import { formatDay, formatNumber, titleCase } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { columnsOf, type OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { type ListState, orderPage } from './statistics.data.ts'
import classes from './statistics.module.css'

const column = columnsOf<AdminOrder>()

const columns = column.columns([
  column.accessor('orderName', {
    header: 'Order Name',
    meta: { card: 'title', share: 28 },
    cell: ({ row: { original } }) => (
      <AdminOrderLink order={original} isRow>
        {original.orderName}
      </AdminOrderLink>
    ),
  }),
  column.accessor('campaignName', {
    header: 'Campaign',
    meta: { card: 'wide', share: 22 },
    cell: ({ row: { original } }) => <AdminCampaignLink order={original} />,
  }),
  column.accessor('campaignType', { header: 'Campaign Type', cell: ({ getValue }) => titleCase(getValue()) }),
  column.accessor('quantity', {
    header: 'Outreach Qty',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('totalPrice', {
    header: 'Credits',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('createdAt', { header: 'Order Date', cell: ({ getValue }) => formatDay(getValue()) }),
  column.accessor('userFacingStatus', {
    header: 'Order Status',
    meta: { card: 'corner' },
    cell: ({ getValue }) => <StatusBadge status={getValue()} />,
  }),
])

type OrdersProps = { userId: string; state: ListState; onState: OnState }

/** The user's orders, of campaigns and of none, the newest first. */
export function OrdersTab({ userId, state, onState }: OrdersProps) {
  return (
    <div className={classes.list}>
      <div className={classes.heading}>
        <h2>Orders</h2>
        <LinkButton size="xs" variant="default" to="/portal/orders" search={{ userId: [userId] }}>
          Search and export them
        </LinkButton>
      </div>
      <DataTable
        label="Orders"
        columns={columns}
        result={useQuery(orderPage(userId, state))}
        rowId={({ id }) => id}
        state={state}
        onState={onState}
        empty={<StateView icon={Package} title="No orders yet" />}
      />
    </div>
  )
}
