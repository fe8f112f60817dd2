import { campaignTypes } from '@dooryard/contract/api/enums'
import type { AdminOrder } from '@dooryard/contract/orders/admin-orders'
import { internalStatuses, type ListedOrder, userFacingStatuses } from '@dooryard/contract/orders/order'
import { Stack, Text } from '@mantine/core'
import { startOfDay, startOfNextDay } from '../../lib/format/days.ts'
import { formatDay, formatNumber, toTitleCase } from '../../lib/format/format.ts'
import type { Scope } from '../../lib/session/scope.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { buildSelectFilter, type Column, type ColumnFilter, pickColumns } from '../../ui/table/columns.ts'
import { OwnerCell } from '../user/owner-cell.tsx'
import { DownloadButton } from './download-button.tsx'
import { toOwnOrderAccess } from './order-access.ts'
import { getCallReadyExpiry } from './order-expiry.ts'
import { OrderCampaignLink, OrderLink } from './order-link.tsx'
import { toFirstDay, toLastDay } from './order-search.ts'

export const statusFilter = buildSelectFilter('status', 'Order status', userFacingStatuses)
export const internalStatusFilter = buildSelectFilter('internalStatus', 'Internal status', internalStatuses)
export const typeFilter: ColumnFilter = {
  kind: 'select',
  key: 'campaignType',
  label: 'Campaign type',
  options: campaignTypes.terms,
}
export const kindFilter: ColumnFilter = {
  kind: 'select',
  key: 'kind',
  label: 'Kind',
  options: [
    { value: 'ENTERPRISE', label: 'Campaign orders' },
    { value: 'CONSUMER', label: 'Consumer orders' },
  ],
}

export const dayFilters: ColumnFilter[] = [
  { kind: 'day', key: 'from', label: 'From' },
  { kind: 'day', key: 'to', label: 'To' },
]

/** The address of an administrator's list has instants, as the specification requires; the user picks days. */
export const instantFilters: ColumnFilter[] = [
  { kind: 'day', key: 'fromDate', label: 'From', toDay: toFirstDay, fromDay: startOfDay },
  { kind: 'day', key: 'toDate', label: 'To', toDay: toLastDay, fromDay: startOfNextDay },
]

/** A row of a list of orders; an administrator's list also has the owner and the last change. */
export type OrderRow = ListedOrder & Partial<Pick<AdminOrder, 'user' | 'updatedAt'>>

type OrderColumn = Omit<Column<OrderRow>, 'id'>

/** The number of delivered leads of a completed order that delivered fewer than requested. */
const formatDelivered = ({ userFacingStatus, quantity, deliveredQuantity }: OrderRow) =>
  userFacingStatus === 'COMPLETED' && deliveredQuantity < quantity && `${formatNumber(deliveredQuantity)} delivered`

const StatusCell = ({ order: { userFacingStatus, internalStatus }, scope }: { order: OrderRow; scope: Scope }) =>
  scope === 'own' ? (
    <StatusBadge status={userFacingStatus} />
  ) : (
    <Stack gap={2} py={4} align="flex-start">
      <StatusBadge status={userFacingStatus} />
      <Text span fz="xs" lh="16px" c="dimmed">
        {toTitleCase(internalStatus)}
      </Text>
    </Stack>
  )

const buildColumns = (scope: Scope) =>
  ({
    orderName: {
      header: 'Order Name',
      card: 'title',
      cell: (order) => <OrderLink order={order} scope={scope} />,
    },
    user: { header: 'Owner', card: 'wide', cell: ({ user }) => user && <OwnerCell owner={user} /> },
    campaignName: {
      header: 'Campaign',
      ...(scope === 'admin' && { card: 'wide' }),
      cell: (order) => <OrderCampaignLink order={order} scope={scope} />,
    },
    quantity: {
      header: 'Outreach Qty',
      align: 'right',
      cell: (order) => <TextWithDescription first={formatNumber(order.quantity)} second={formatDelivered(order)} />,
    },
    campaignType: { header: 'Campaign Type', cell: ({ campaignType }) => campaignTypes.label(campaignType) },
    totalPrice: { header: 'Credits', align: 'right', cell: ({ totalPrice }) => formatNumber(totalPrice) },
    createdAt: { header: 'Order Date', cell: ({ createdAt }) => formatDay(createdAt) },
    expiresAt: { header: 'Expire Date', cell: (order) => formatDay(getCallReadyExpiry(order)) },
    updatedAt: { header: 'Updated', cell: ({ updatedAt }) => formatDay(updatedAt) },
    userFacingStatus: {
      header: 'Order Status',
      card: 'corner',
      cell: (order) => <StatusCell order={order} scope={scope} />,
    },
    action: {
      header: 'Action',
      card: 'action',
      width: 160,
      // Only the list itself knows how an administrator accesses an order.
      cell: (order) => scope === 'own' && <DownloadButton order={order} access={toOwnOrderAccess(order)} />,
    },
  }) satisfies Record<string, OrderColumn>

type PickedOrderColumns = Partial<Record<keyof ReturnType<typeof buildColumns>, Partial<OrderColumn>>>

/** The columns of a list of orders, in the list's order, each with its filters and sorting. */
export const orderColumns = (scope: Scope, picked: PickedOrderColumns) =>
  pickColumns<OrderRow, keyof PickedOrderColumns>(buildColumns(scope), picked)
