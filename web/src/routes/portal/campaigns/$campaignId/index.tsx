import type { UserFacingStatus } from '@dooryard/contract/order'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { CampaignOrdersScreen } from '../../../../features/orders/campaign-orders-screen.tsx'
import { pageDefaults, pageSearch, textSearch } from '../../../../lib/search-params.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const statuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const satisfies UserFacingStatus[]

const OrdersSearch = z.object({
  ...pageSearch,
  search: textSearch,
  status: z.enum(statuses).optional().catch(undefined),
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
