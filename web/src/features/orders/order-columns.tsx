import { type Order, userFacingStatuses } from '@dooryard/contract/order'
import { Link } from '@tanstack/react-router'
import { formatDay, formatNumber, titleCase } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/parts/status-badge.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DownloadButton } from './download-button.tsx'
import { expiryOf } from './expiry.ts'

const column = columnsOf<Order>()

/** The columns of a campaign's orders. */
export const orderColumns = (campaignId: string) =>
  column.columns([
    column.accessor('orderName', {
      header: 'Order Name',
      meta: { card: 'title' },
      cell: ({ row: { original } }) => (
        <Link
          to="/portal/campaigns/$campaignId/orders/$orderId"
          params={{ campaignId, orderId: original.id }}
          data-row-link
        >
          {original.orderName}
        </Link>
      ),
    }),
    column.accessor('quantity', {
      header: 'Outreach Qty',
      meta: { align: 'right' },
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    column.accessor('campaignType', { header: 'Campaign Type', cell: ({ getValue }) => titleCase(getValue()) }),
    column.accessor('createdAt', { header: 'Order Date', cell: ({ getValue }) => formatDay(getValue()) }),
    column.display({
      id: 'expiresAt',
      header: 'Expire Date',
      cell: ({ row: { original } }) => formatDay(expiryOf(original)),
    }),
    column.accessor('userFacingStatus', {
      header: 'Order Status',
      meta: {
        card: 'corner',
        filter: {
          kind: 'select',
          key: 'status',
          label: 'Order status',
          options: userFacingStatuses.map((value) => ({ value, label: titleCase(value) })),
        },
      },
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    }),
    column.display({
      id: 'action',
      header: 'Action',
      meta: { card: 'action', width: 160 },
      cell: ({ row: { original } }) => <DownloadButton order={original} campaignId={campaignId} />,
    }),
  ])
