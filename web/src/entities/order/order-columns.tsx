import type { AdminOrder } from '@dooryard/contract/admin-orders'
import { internalStatuses, type ListedOrder, userFacingStatuses } from '@dooryard/contract/order'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { Stack, Text } from '@mantine/core'
import { startOfDay, startOfNextDay } from '../../lib/days.ts'
import { formatDay, formatNumber, titleCase } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { type Column, type ColumnFilter, pickColumns, selectFilter } from '../../ui/table/columns.ts'
import type { Scope } from '../scope.ts'
import { OwnerCell } from '../user/owner-cell.tsx'
import { DownloadButton } from './download-button.tsx'
import { ownOrderAccess } from './order-access.ts'
import { getExpireDate } from './order-expiry.ts'
import { OrderCampaignLink, OrderLink } from './order-link.tsx'
import { toFirstDay, toLastDay } from './order-search.ts'

export const statusFilter = selectFilter('status', 'Order status', userFacingStatuses)
export const internalStatusFilter = selectFilter('internalStatus', 'Internal status', internalStatuses)
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
    { value: 'ENTERPRISE', label: 'Of campaigns' },
    { value: 'CONSUMER', label: 'Of no campaign' },
  ],
}

export const dayFilters: ColumnFilter[] = [
  { kind: 'day', key: 'from', label: 'From' },
  { kind: 'day', key: 'to', label: 'To' },
]

/** The address of an administrator's list has instants, as the specification says, and the reader chooses days. */
export const instantFilters: ColumnFilter[] = [
  { kind: 'day', key: 'fromDate', label: 'From', toDay: toFirstDay, fromDay: startOfDay },
  { kind: 'day', key: 'toDate', label: 'To', toDay: toLastDay, fromDay: startOfNextDay },
]

/** An order of a list; an administrator's list also says whose it is and when it last changed. */
export type OrderRow = ListedOrder & Partial<Pick<AdminOrder, 'user' | 'updatedAt'>>

type OrderColumn = Omit<Column<OrderRow>, 'id'>

/** How many came, of a completed order that brought fewer than asked. */
const formatDelivered = ({ userFacingStatus, quantity, deliveredQuantity }: OrderRow) =>
  userFacingStatus === 'COMPLETED' && deliveredQuantity < quantity && `${formatNumber(deliveredQuantity)} delivered`

const StatusCell = ({ order: { userFacingStatus, internalStatus }, scope }: { order: OrderRow; scope: Scope }) =>
  scope === 'own' ? (
    <StatusBadge status={userFacingStatus} />
  ) : (
    <Stack gap={2} py={4} align="flex-start">
      <StatusBadge status={userFacingStatus} />
      <Text span fz="xs" lh="16px" c="dimmed">
        {titleCase(internalStatus)}
      </Text>
    </Stack>
  )

const columnsIn = (scope: Scope) =>
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
      cell: (order) => <TwoLines first={formatNumber(order.quantity)} second={formatDelivered(order)} />,
    },
    campaignType: { header: 'Campaign Type', cell: ({ campaignType }) => campaignTypes.label(campaignType) },
    totalPrice: { header: 'Credits', align: 'right', cell: ({ totalPrice }) => formatNumber(totalPrice) },
    createdAt: { header: 'Order Date', cell: ({ createdAt }) => formatDay(createdAt) },
    expiresAt: { header: 'Expire Date', cell: (order) => formatDay(getExpireDate(order)) },
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
      // How an administrator reaches an order is known to the list that shows it.
      cell: (order) => scope === 'own' && <DownloadButton order={order} access={ownOrderAccess(order)} />,
    },
  }) satisfies Record<string, OrderColumn>

type Picked = Partial<Record<keyof ReturnType<typeof columnsIn>, Partial<OrderColumn>>>

/** The columns of one list of orders in their order, each with what that list filters and sorts by. */
export const orderColumns = (scope: Scope, picked: Picked) =>
  pickColumns<OrderRow, keyof Picked>(columnsIn(scope), picked)
