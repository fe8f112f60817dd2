import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { OrderDetailScreen } from '../../../../../features/orders/order-detail-screen.tsx'
import { pageDefaults, pageSearch } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/portal/campaigns/$campaignId/orders/$orderId')({
  validateSearch: z.object(pageSearch),
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function OrderDetailRoute() {
    const navigate = Route.useNavigate()
    return (
      <OrderDetailScreen
        ids={Route.useParams()}
        leads={Route.useSearch()}
        onLeads={(change, how) =>
          void navigate({ search: (old) => ({ ...old, ...change }), ...how, resetScroll: false })
        }
      />
    )
  },
})
