import type { CampaignStatus } from '@dooryard/contract/orders/campaigns'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { allOrdersSearch } from '../../../entities/order/order-search.ts'
import { CampaignsScreen } from '../../../features/campaigns/list/campaigns-screen.tsx'
import { AllOrdersTable } from '../../../features/orders/list/own-orders-table.tsx'
import { buildSearchOptions, optionalParam } from '../../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

// Written out rather than imported: every screen loads the search parameter schemas, and only this one needs the rest
// of the contract.
const campaignStatuses = ['ACTIVE', 'ARCHIVED'] as const satisfies CampaignStatus[]
const tabs = ['orders', 'campaigns'] as const
const CampaignsSearch = z.object({
  ...allOrdersSearch,
  campaignStatus: optionalParam(z.enum(campaignStatuses)),
  tab: z.enum(tabs).default('orders').catch('orders'),
})

export const Route = createFileRoute('/portal/campaigns/')({
  ...buildSearchOptions(CampaignsSearch),
  component: function CampaignsRoute() {
    const state = Route.useSearch()
    const onState = useOnTableStateChange()
    return (
      <CampaignsScreen state={state} onState={onState} orders={<AllOrdersTable state={state} onState={onState} />} />
    )
  },
})
