import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { adminOrdersSearch, adminTabSearch } from '../../../entities/order/order-search.ts'
import { AdminCampaignsScreen } from '../../../features/campaigns/list/campaigns-screen.tsx'
import { AdminCampaignOrdersScreen } from '../../../features/orders/list/admin-orders-screen.tsx'
import { buildSearchOptions } from '../../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

const CampaignsSearch = z.object({ ...adminOrdersSearch, tab: adminTabSearch })

export const Route = createFileRoute('/portal/enterprise-campaigns/')({
  ...buildSearchOptions(CampaignsSearch),
  component: function EnterpriseCampaignsRoute() {
    const { tab, ...state } = Route.useSearch()
    const list = { state, onState: useOnTableStateChange() }
    return (
      <AdminCampaignsScreen {...list} tab={tab} orders={(top) => <AdminCampaignOrdersScreen {...list} {...top} />} />
    )
  },
})
