import { privateOrders } from '@dooryard/contract/orders/orders'
import { Box, Group, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Phone, Search } from 'lucide-react'
import { dayFilters, orderColumns, statusFilter, typeFilter } from '../../../entities/order/order-columns.tsx'
import { type AllOrdersState, toOrdersQuery } from '../../../entities/order/order-search.ts'
import { formatDay, pluralize } from '../../../lib/format/format.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { buildOrderListQuery } from '../orders.data.ts'

/** One entry for all leads ordered one by one; nothing without any. */
export function SingleLeadsEntry() {
  const { data } = useQuery(buildOrderListQuery(privateOrders.list, { query: { isSingle: 'true', limit: 1 } }))
  const latest = data?.items[0]
  if (!latest) return null
  return (
    <Paper
      withBorder
      px={16}
      py={12}
      c="var(--mantine-color-text)"
      td="none"
      renderRoot={(props) => <Link to="/portal/orders/single-leads" {...props} />}
    >
      <Group gap={12} wrap="nowrap">
        <Phone size={16} aria-hidden="true" style={{ flex: 'none' }} />
        <Box flex={1} miw={0}>
          <Text fw={600}>Single leads</Text>
          <Text fz={13} lh="20px" c="dimmed" truncate>
            {pluralize(data.totalCount, 'order')} · latest {formatDay(latest.createdAt)}, {latest.orderName}
          </Text>
        </Box>
        <ChevronRight size={16} aria-hidden="true" style={{ flex: 'none' }} />
      </Group>
    </Paper>
  )
}

const columns = orderColumns('own', {
  orderName: { share: 40, sortable: true },
  campaignType: { filter: typeFilter },
  createdAt: { sortable: true, filter: dayFilters },
  expiresAt: {},
  userFacingStatus: { filter: statusFilter },
  action: {},
})

const trail = [
  <Link key="orders" to="/portal">
    Orders
  </Link>,
]

type SingleLeadsProps = { state: AllOrdersState; onState: OnTableStateChange }

/** The leads that were ordered one by one, from their property, the latest first. */
export const SingleLeadsScreen = ({ state, onState }: SingleLeadsProps) => (
  <>
    <PageHeader
      heading="Single leads"
      title="Single Leads"
      trail={trail}
      lead="Leads you ordered one by one, from their property. One that found nothing was not charged."
      actions={
        <LinkButton variant="default" to="/portal/pipeline-builder" search={{ tab: 'board' }}>
          Open the board
        </LinkButton>
      }
    />
    <DataTable
      label="Single leads"
      columns={columns}
      state={state}
      onState={onState}
      result={useQuery(
        buildOrderListQuery(privateOrders.list, { query: { ...toOrdersQuery(state), isSingle: 'true' } }),
      )}
      searchBy="address"
      empty={{
        icon: Search,
        title: 'No single leads yet',
        text: 'Open a property in the lead finder and get the phone or the mailing data of its owner.',
        action: <LinkButton to="/portal/lead-finder">Open the lead finder</LinkButton>,
      }}
    />
  </>
)
