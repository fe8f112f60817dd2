import { campaignTypes } from '@dooryard/contract/api/enums'
import type { ListedOrder } from '@dooryard/contract/orders/order'
import { Group } from '@mantine/core'
import { formatNumber, formatWithTimeZone } from '../../../lib/format/format.ts'
import { StatusBadge, Tag } from '../../../ui/display/badges.tsx'
import { TextWithDescription } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import type { Column } from '../../../ui/table/columns.ts'

/** The columns of test orders, for their owner and for administrators. */
export const testOrderColumns = {
  orderName: {
    id: 'orderName',
    header: 'Order Name',
    card: 'title',
    share: 26,
    cell: ({ orderName, campaignName }) => (
      <TextWithDescription
        first={
          <Group component="span" display="inline-flex" gap={8}>
            {orderName} <Tag tone="warn">Test</Tag>
          </Group>
        }
        second={campaignName}
      />
    ),
  },
  quantity: {
    id: 'quantity',
    header: 'Leads',
    align: 'right',
    cell: ({ quantity, deliveredQuantity, userFacingStatus }) => (
      <TextWithDescription
        first={formatNumber(quantity)}
        second={
          userFacingStatus === 'COMPLETED' &&
          deliveredQuantity < quantity &&
          `${formatNumber(deliveredQuantity)} delivered`
        }
      />
    ),
  },
  campaignType: {
    id: 'campaignType',
    header: 'Campaign Type',
    cell: ({ campaignType }) => campaignTypes.label(campaignType),
  },
  createdAt: {
    id: 'createdAt',
    header: 'Order Date',
    cell: ({ createdAt }) => (
      <span title={formatWithTimeZone(createdAt)}>
        <Instant at={createdAt} />
      </span>
    ),
  },
  status: {
    id: 'status',
    header: 'Order Status',
    card: 'corner',
    cell: ({ userFacingStatus, failureReason }) => (
      <span title={failureReason}>
        <StatusBadge status={userFacingStatus} />
      </span>
    ),
  },
} satisfies Record<string, Column<ListedOrder>>
