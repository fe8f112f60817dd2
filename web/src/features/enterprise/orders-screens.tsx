import type { AdminOrder } from '@dooryard/contract/admin-orders'
import type { PageOf } from '@dooryard/contract/paging'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { StateView } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { Columns, OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { campaignOrderPage, orderPage, useOrdersExport } from './enterprise.data.ts'
import type { OrdersState } from './enterprise-search.ts'
import { ExportButton } from './export-button.tsx'
import { campaignOrderColumns, orderColumns } from './order-columns.tsx'

type OrdersScreenProps = { state: OrdersState; onState: OnState }

const noCampaignOrders = (
  <StateView
    icon={Package}
    title="Nobody has ordered yet"
    text="Each order of a campaign stands here from the moment it is placed."
  />
)

const noOrders = (
  <StateView
    icon={Package}
    title="Nobody has ordered yet"
    text="Each order stands here from the moment it is placed, of a campaign or of none."
  />
)

/** What the top of a screen says. */
export type Heading = { heading: string; title: string; lead: string }

type OrdersProps = OrdersScreenProps & {
  top: Heading
  columns: Columns<AdminOrder>
  result: UseQueryResult<PageOf<AdminOrder> & { hasMore?: boolean }>
  kind: OrdersState['kind']
  empty: ReactElement
  /** Stands between the heading and the list. */
  children?: ReactNode
}

function Orders({ top, columns, result, kind, empty, state, onState, children }: OrdersProps) {
  const { save, ...progress } = useOrdersExport(kind)
  const hasRows = Boolean(result.data?.totalCount)
  return (
    <>
      <PageHeader
        {...top}
        actions={<ExportButton what="Orders" hasRows={hasRows} {...progress} onExport={() => save(state)} />}
      />
      {children}
      <DataTable
        label="Orders"
        columns={columns}
        result={result}
        rowId={(order) => order.id}
        state={state}
        onState={onState}
        searchBy="order or owner"
        empty={empty}
      />
    </>
  )
}

type CampaignOrdersProps = OrdersScreenProps & { top: Heading; children?: ReactNode }

/** The orders of everybody's campaigns, under a heading and what else stands above them. */
export const CampaignOrders = (props: CampaignOrdersProps) => (
  <Orders
    {...props}
    columns={campaignOrderColumns}
    result={useQuery(campaignOrderPage(props.state))}
    kind="ENTERPRISE"
    empty={noCampaignOrders}
  />
)

const ofCampaigns: Heading = {
  heading: 'Enterprise orders',
  title: 'Enterprise Orders',
  lead: 'What was ordered of campaigns, whosever they are.',
}

/** The orders of everybody's campaigns, as a screen of their own. */
export const EnterpriseOrdersScreen = (props: OrdersScreenProps) => <CampaignOrders {...props} top={ofCampaigns} />

const ofAll: Heading = { heading: 'Orders', title: 'Orders', lead: 'Every order there is, of campaigns and of none.' }

/** Every order there is. */
export const AllOrdersScreen = (props: OrdersScreenProps) => (
  <Orders
    {...props}
    top={ofAll}
    columns={orderColumns}
    result={useQuery(orderPage(props.state))}
    kind={props.state.kind}
    empty={noOrders}
  />
)
