import { type AdminTestOrder, adminTestOrders } from '@dooryard/contract/integrations/test-orders'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { OwnerCell } from '../../../entities/user/owner-cell.tsx'
import { ownerFilter } from '../../../entities/user/owner-filter.tsx'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { defineColumns, type OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { IntegrationSearch } from '../integration-search.ts'
import { testOrderColumns } from './test-order-columns.tsx'

const columns = defineColumns<AdminTestOrder>([
  testOrderColumns.orderName,
  { id: 'user', header: 'Owner', card: 'wide', filter: ownerFilter, cell: ({ user }) => <OwnerCell owner={user} /> },
  testOrderColumns.quantity,
  testOrderColumns.campaignType,
  testOrderColumns.createdAt,
  testOrderColumns.status,
])

const empty = {
  icon: FlaskConical,
  title: 'No test orders yet',
  text: 'Orders that users place with a test key are listed here for 30 days.',
}

type AdminTestOrdersTabProps = { state: IntegrationSearch; onState: OnTableStateChange }

/** The test orders of all users, to help with their integrations. */
export function AdminTestOrdersTab({ state: { page, limit, userId }, onState }: AdminTestOrdersTabProps) {
  const state = { page, limit, userId }
  return (
    <>
      <Text c="dimmed" mb="md">
        Orders of all users placed with test keys. They cost nothing, deliver generated leads and are deleted after 30
        days.
      </Text>
      <DataTable
        label="Test orders"
        columns={columns}
        result={useQuery(buildLiveQuery(adminTestOrders.list, { query: state }))}
        state={state}
        onState={onState}
        empty={empty}
      />
    </>
  )
}
