import { testOrders } from '@dooryard/contract/integrations/test-orders'
import type { ListedOrder } from '@dooryard/contract/orders/order'
import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, FlaskConical } from 'lucide-react'
import { api } from '../../../lib/api/api.ts'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { saveUrl } from '../../../lib/save-file.ts'
import { defineColumns, type OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { IntegrationSearch } from '../integration-search.ts'
import { testOrderColumns } from './test-order-columns.tsx'

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

const { orderName, quantity, campaignType, createdAt, status } = testOrderColumns

const columns = defineColumns<ListedOrder>([
  orderName,
  quantity,
  campaignType,
  createdAt,
  status,
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
