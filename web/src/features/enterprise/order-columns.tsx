import type { AdminOrder } from '@dooryard/contract/admin-orders'
import type { ComponentType } from 'react'
import { AdminCampaignLink, AdminOrderLink } from '../../entities/order/admin-links.tsx'
import { OwnerCell } from '../../entities/user/owner-cell.tsx'
import { ownerFilter } from '../../entities/user/owner-filter.tsx'
import { formatDay, formatNumber, titleCase } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import classes from './enterprise.module.css'
import { dayFilters, kindFilter, statusFilters, typeFilter } from './filters.tsx'

const column = columnsOf<AdminOrder>()

const deliveredOf = ({ userFacingStatus, quantity, deliveredQuantity }: AdminOrder) =>
  userFacingStatus === 'COMPLETED' && deliveredQuantity < quantity && `${formatNumber(deliveredQuantity)} delivered`

/** What is known of the list of an order, and how it is saved: handed in, for it is shared with their owners. */
export type OrderList = {
  expireDateOf: (order: AdminOrder) => string | undefined
  Download: ComponentType<{ order: AdminOrder }>
}

type ColumnsAsked = {
  /** With when the list expires, and how to save it. */
  list?: OrderList
  /** Whose orders and of which campaign: what the list of one campaign says above. */
  withOrigin?: boolean
  /** Those of campaigns stand beside those of none. */
  withKind?: boolean
}

const originColumns = (withKind: boolean) => [
  column.accessor('user', {
    header: 'Owner',
    meta: { card: 'wide' as const, share: 20, filter: ownerFilter },
    cell: ({ getValue }) => <OwnerCell owner={getValue()} />,
  }),
  column.accessor('campaignName', {
    header: 'Campaign',
    meta: { card: 'wide' as const, share: 16, ...(withKind && { filter: kindFilter }) },
    cell: ({ row: { original } }) => <AdminCampaignLink order={original} />,
  }),
]

const expiryColumns = ({ expireDateOf }: OrderList) => [
  column.display({
    id: 'expiresAt',
    header: 'Expire Date',
    cell: ({ row: { original } }) => formatDay(expireDateOf(original)),
  }),
]

const actionColumns = ({ Download }: OrderList) => [
  column.display({
    id: 'action',
    header: 'Action',
    meta: { card: 'action' as const, width: 160 },
    cell: ({ row: { original } }) => <Download order={original} />,
  }),
]

/** The columns of a list of orders that are not the reader's own. */
const columnsFor = ({ withOrigin = false, withKind = false, list }: ColumnsAsked) =>
  column.columns([
    column.accessor('orderName', {
      header: 'Order Name',
      meta: { card: 'title', share: withOrigin ? 20 : 36 },
      cell: ({ row: { original } }) => (
        <AdminOrderLink order={original} isRow>
          {original.orderName}
        </AdminOrderLink>
      ),
    }),
    ...(withOrigin ? originColumns(withKind) : []),
    column.accessor('quantity', {
      header: 'Outreach Qty',
      meta: { align: 'right' },
      cell: ({ row: { original } }) => (
        <TwoLines first={formatNumber(original.quantity)} second={deliveredOf(original)} />
      ),
    }),
    column.accessor('campaignType', {
      header: 'Campaign Type',
      meta: withOrigin ? { filter: typeFilter } : {},
      cell: ({ getValue }) => titleCase(getValue()),
    }),
    column.accessor('totalPrice', {
      header: 'Credits',
      enableSorting: true,
      meta: { align: 'right' },
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    column.accessor('createdAt', {
      header: 'Order Date',
      enableSorting: true,
      cell: ({ getValue }) => formatDay(getValue()),
    }),
    ...(list ? expiryColumns(list) : []),
    column.accessor('updatedAt', {
      header: 'Updated',
      enableSorting: true,
      cell: ({ getValue }) => formatDay(getValue()),
    }),
    column.accessor('userFacingStatus', {
      header: 'Order Status',
      meta: { card: 'corner', filter: [...statusFilters, ...dayFilters] },
      cell: ({ row: { original } }) => (
        <div className={classes.status}>
          <StatusBadge status={original.userFacingStatus} />
          {titleCase(original.internalStatus)}
        </div>
      ),
    }),
    ...(list ? actionColumns(list) : []),
  ])

/** The orders of one campaign. */
export const ordersOfCampaignColumns = (list: OrderList) => columnsFor({ list })
/** Those of everybody's campaigns. */
export const campaignOrderColumns = columnsFor({ withOrigin: true })
/** Those of everybody, of campaigns and of none. */
export const orderColumns = columnsFor({ withOrigin: true, withKind: true })
