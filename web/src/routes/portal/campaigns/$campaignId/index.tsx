import { UserFacingStatus } from '@dooryard/contract/orders'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { CampaignOrdersScreen } from '../../../../features/orders/campaign-orders-screen.tsx'
import { pageDefaults, pageSearch, textSearch } from '../../../../lib/search-params.ts'

const OrdersSearch = z.object({
  ...pageSearch,
  search: textSearch,
  status: UserFacingStatus.optional().catch(undefined),
})

export const Route = createFileRoute('/portal/campaigns/$campaignId/')({
  validateSearch: OrdersSearch,
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function CampaignOrdersRoute() {
    const navigate = Route.useNavigate()
    return (
      <CampaignOrdersScreen
        campaignId={Route.useParams().campaignId}
        state={Route.useSearch()}
        onState={(change, how) =>
          void navigate({
            search: (old) => ({ ...old, ...change }),
            replace: how?.replace ?? 'search' in change,
            resetScroll: false,
          })
        }
      />
    )
  },
})
