import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { adminOrdersSearch, adminTabSearch } from '../../../entities/order/order-search.ts'
import { AdminCampaignsScreen } from '../../../features/campaigns/list/campaigns-screen.tsx'
import { AdminOrdersOfCampaignsScreen } from '../../../features/orders/list/admin-orders-screen.tsx'
import { searchBy } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

const CampaignsSearch = z.object({ ...adminOrdersSearch, tab: adminTabSearch })

export const Route = createFileRoute('/portal/enterprise-campaigns/')({
  ...searchBy(CampaignsSearch),
  component: function EnterpriseCampaignsRoute() {
    const { tab, ...state } = Route.useSearch()
    const list = { state, onState: useOnState() }
    return (
      <AdminCampaignsScreen {...list} tab={tab} orders={(top) => <AdminOrdersOfCampaignsScreen {...list} {...top} />} />
    )
  },
})
