import { type ListedOrder, userFacingStatuses } from '@dooryard/contract/order'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { Link } from '@tanstack/react-router'
import { formatDay, formatNumber, titleCase, unknown } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { type ColumnFilter, columnsOf } from '../../ui/table/columns.ts'
import { DownloadButton } from './download-button.tsx'
import { expireDateOf } from './expiry.ts'
import { OrderLink } from './order-link.tsx'
import { deskOf } from './orders-desk.ts'

const column = columnsOf<ListedOrder>()

const statusFilter: ColumnFilter = {
  kind: 'select',
  key: 'status',
  label: 'Order status',
  options: userFacingStatuses.map((value) => ({ value, label: titleCase(value) })),
}
const typeFilter: ColumnFilter = {
  kind: 'select',
  key: 'campaignType',
  label: 'Campaign type',
  options: campaignTypes.terms.map(({ value, label }) => ({ value, label })),
}
const dayFilters: ColumnFilter[] = [
  { kind: 'day', key: 'from', label: 'From' },
  { kind: 'day', key: 'to', label: 'To' },
]

/** How many came, of a completed order that brought fewer than asked. */
const deliveredOf = ({ userFacingStatus, quantity, deliveredQuantity }: ListedOrder) =>
  userFacingStatus === 'COMPLETED' && deliveredQuantity < quantity && `${formatNumber(deliveredQuantity)} delivered`

type ColumnsAsked = {
  /** Names each order's campaign. */
  withCampaign?: boolean
  /** Sorts and filters by more than the status, which the list of a single campaign does not. */
  isAll?: boolean
}

/** The columns of a list of orders. */
const columnsFor = ({ withCampaign, isAll = false }: ColumnsAsked) =>
  column.columns([
    column.accessor('orderName', {
      header: 'Order Name',
      enableSorting: isAll,
      meta: { card: 'title', share: 30 },
      cell: ({ row: { original } }) => <OrderLink order={original}>{original.orderName}</OrderLink>,
    }),
    ...(withCampaign
      ? [
          column.accessor('campaignName', {
            header: 'Campaign',
            meta: { share: 20 },
            cell: ({ row: { original } }) =>
              original.campaignId ? (
                <Link to="/portal/campaigns/$campaignId" params={{ campaignId: original.campaignId }}>
                  {original.campaignName ?? 'Campaign'}
                </Link>
              ) : (
                unknown
              ),
          }),
        ]
      : []),
    column.accessor('quantity', {
      header: 'Outreach Qty',
      enableSorting: isAll,
      meta: { align: 'right' },
      cell: ({ row: { original } }) => (
        <TwoLines first={formatNumber(original.quantity)} second={deliveredOf(original)} />
      ),
    }),
    column.accessor('campaignType', {
      header: 'Campaign Type',
      meta: isAll ? { filter: typeFilter } : {},
      cell: ({ getValue }) => titleCase(getValue()),
    }),
    column.accessor('createdAt', {
      header: 'Order Date',
      enableSorting: isAll,
      meta: isAll ? { filter: dayFilters } : {},
      cell: ({ getValue }) => formatDay(getValue()),
    }),
    column.display({
      id: 'expiresAt',
      header: 'Expire Date',
      cell: ({ row: { original } }) => formatDay(expireDateOf(original)),
    }),
    column.accessor('userFacingStatus', {
      header: 'Order Status',
      meta: { card: 'corner', filter: statusFilter },
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    }),
    column.display({
      id: 'action',
      header: 'Action',
      meta: { card: 'action', width: 160 },
      cell: ({ row: { original } }) => <DownloadButton order={original} desk={deskOf(original)} />,
    }),
  ])

/** The orders of one campaign. */
export const campaignOrderColumns = columnsFor({})
/** Those of all campaigns. */
export const allOrderColumns = columnsFor({ withCampaign: true, isAll: true })
/** Those that belong to no campaign. */
export const ownOrderColumns = columnsFor({ isAll: true })
