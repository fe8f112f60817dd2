import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { adminOrdersSearch } from '../../../../entities/order/order-search.ts'
import { AdminCampaignScreen } from '../../../../features/orders/list/admin-campaign-screen.tsx'
import { buildSearchOptions } from '../../../../lib/navigation/search-params.ts'
import { ScreenNotFound } from '../../../../ui/feedback/not-found-screen.tsx'
import { requireIds } from '../../../../ui/layout/require-ids.ts'
import { useOnTableStateChange } from '../../../../ui/table/use-on-table-state-change.ts'

// A single campaign has one owner and one type.
const { userId: _userId, campaignType: _campaignType, ...campaignOrdersSearch } = adminOrdersSearch
const OrdersSearch = z.object(campaignOrdersSearch)

export const Route = createFileRoute('/portal/enterprise-campaigns/$campaignId/')({
  ...buildSearchOptions(OrdersSearch),
  loader: ({ params }) => requireIds(params),
  notFoundComponent: ScreenNotFound,
  component: function EnterpriseCampaignRoute() {
    return <AdminCampaignScreen {...Route.useParams()} state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
