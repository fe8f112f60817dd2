import { createFileRoute } from '@tanstack/react-router'
import { CreateOrderScreen } from '../../../../../features/orders/create-order-screen.tsx'

export const Route = createFileRoute('/portal/campaigns/$campaignId/orders/create')({
  component: function CreateOrderRoute() {
    return <CreateOrderScreen campaignId={Route.useParams().campaignId} />
  },
})
