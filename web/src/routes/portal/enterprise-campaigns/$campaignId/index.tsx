import { createFileRoute, notFound } from '@tanstack/react-router'
import { z } from 'zod'
import { adminOrdersSearch } from '../../../../entities/order/order-search.ts'
import { AdminCampaignScreen } from '../../../../features/orders/list/admin-campaign-screen.tsx'
import { searchBy } from '../../../../lib/search-params.ts'
import { useOnState } from '../../../../ui/table/use-on-state.ts'

// Of one campaign there is one owner and one type.
const { userId: _userId, campaignType: _campaignType, ...ofOne } = adminOrdersSearch
const OrdersSearch = z.object(ofOne)

export const Route = createFileRoute('/portal/enterprise-campaigns/$campaignId/')({
  ...searchBy(OrdersSearch),
  // The API lists everybody's orders where a campaign would be called `orders`.
  beforeLoad: ({ params }) => {
    if (!z.uuid().safeParse(params.campaignId).success) throw notFound()
  },
  component: function EnterpriseCampaignRoute() {
    return <AdminCampaignScreen {...Route.useParams()} state={Route.useSearch()} onState={useOnState()} />
  },
})
