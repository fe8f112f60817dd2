import type { CampaignStatus } from '@dooryard/contract/campaigns'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { allOrdersSearch } from '../../../entities/order/order-search.ts'
import { CampaignsScreen } from '../../../features/campaigns/list/campaigns-screen.tsx'
import { AllOrdersTable } from '../../../features/orders/list/own-orders-table.tsx'
import { optional, searchBy } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const campaignStatuses = ['ACTIVE', 'ARCHIVED'] as const satisfies CampaignStatus[]
const tabs = ['orders', 'campaigns'] as const
const CampaignsSearch = z.object({
  ...allOrdersSearch,
  campaignStatus: optional(z.enum(campaignStatuses)),
  tab: z.enum(tabs).default('orders').catch('orders'),
})

export const Route = createFileRoute('/portal/campaigns/')({
  ...searchBy(CampaignsSearch),
  component: function CampaignsRoute() {
    const state = Route.useSearch()
    const onState = useOnState()
    return (
      <CampaignsScreen state={state} onState={onState} orders={<AllOrdersTable state={state} onState={onState} />} />
    )
  },
})
