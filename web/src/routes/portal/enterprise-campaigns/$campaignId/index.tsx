import { createFileRoute, notFound } from '@tanstack/react-router'
import { z } from 'zod'
import { EnterpriseCampaignScreen } from '../../../../features/enterprise/campaign-screen.tsx'
import { ordersSearch } from '../../../../features/enterprise/enterprise-search.ts'
import { anybodysList } from '../../../../features/orders/anybodys-list.tsx'
import { searchBy } from '../../../../lib/search-params.ts'
import { useOnState } from '../../../../ui/table/use-on-state.ts'

// Of one campaign there is one owner and one type.
const { userId: _userId, campaignType: _campaignType, ...ofOne } = ordersSearch
const OrdersSearch = z.object(ofOne)

export const Route = createFileRoute('/portal/enterprise-campaigns/$campaignId/')({
  ...searchBy(OrdersSearch),
  // The API lists everybody's orders where a campaign would be called `orders`.
  beforeLoad: ({ params }) => {
    if (!z.uuid().safeParse(params.campaignId).success) throw notFound()
  },
  component: function EnterpriseCampaignRoute() {
    return (
      <EnterpriseCampaignScreen
        {...Route.useParams()}
        list={anybodysList}
        state={Route.useSearch()}
        onState={useOnState()}
      />
    )
  },
})
