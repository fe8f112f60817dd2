import { campaignTypes } from '@dooryard/contract/api/enums'
import { testOrders } from '@dooryard/contract/integrations/test-orders'
import type { ListedOrder } from '@dooryard/contract/orders/order'
import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, FlaskConical } from 'lucide-react'
import { api } from '../../../lib/api/api.ts'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { formatNumber, formatWithTimeZone } from '../../../lib/format/format.ts'
import { saveUrl } from '../../../lib/save-file.ts'
import { StatusBadge, Tag } from '../../../ui/display/badges.tsx'
import { TextWithDescription } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { defineColumns, type OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { IntegrationSearch } from '../integration-search.ts'

const pollMs = 4_000

function DownloadCell({ order: { id, orderName, userFacingStatus } }: { order: ListedOrder }) {
  const download = useMutation({
    mutationFn: () => api.call(testOrders.download, { params: { id } }),
    onSuccess: ({ url }) => saveUrl(url, `test-order-${id}.csv`),
  })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden="true" />}
      disabled={userFacingStatus !== 'COMPLETED'}
      loading={download.isPending}
      aria-label={`Download CSV of ${orderName}`}
      onClick={() => download.mutate()}
    >
      Download CSV
    </Button>
  )
}

const columns = defineColumns<ListedOrder>([
  {
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
  {
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
  { id: 'campaignType', header: 'Campaign Type', cell: ({ campaignType }) => campaignTypes.label(campaignType) },
  {
    id: 'createdAt',
    header: 'Order Date',
    cell: ({ createdAt }) => (
      <span title={formatWithTimeZone(createdAt)}>
        <Instant at={createdAt} />
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Order Status',
    card: 'corner',
    cell: ({ userFacingStatus }) => <StatusBadge status={userFacingStatus} />,
  },
  { id: 'action', header: 'Action', card: 'action', width: 160, cell: (order) => <DownloadCell order={order} /> },
])

const empty = {
  icon: FlaskConical,
  title: 'No test orders yet',
  text: 'Orders placed with a test key are listed here for 30 days.',
  action: (
    <Button variant="default" renderRoot={(props) => <Link to="/portal/integration" {...props} />}>
      Get started
    </Button>
  ),
}

type TestOrdersTabProps = { state: IntegrationSearch; onState: OnTableStateChange }

/** The orders of test keys, which are in no other list of orders. */
export function TestOrdersTab({ state: { page, limit }, onState }: TestOrdersTabProps) {
  const state = { page, limit }
  const result = useQuery({ ...buildLiveQuery(testOrders.list, { query: state }), refetchInterval: pollMs })
  return (
    <>
      <Text c="dimmed" mb="md">
        Orders placed with test keys. They cost nothing, deliver generated leads and are deleted after 30 days.
      </Text>
      <DataTable label="Test orders" columns={columns} result={result} state={state} onState={onState} empty={empty} />
    </>
  )
}
