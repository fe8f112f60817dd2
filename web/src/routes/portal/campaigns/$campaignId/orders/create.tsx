import { createFileRoute } from '@tanstack/react-router'
import { CreateCampaignOrderScreen } from '../../../../../features/orders/create/create-order-screen.tsx'

export const Route = createFileRoute('/portal/campaigns/$campaignId/orders/create')({
  component: function CreateOrderRoute() {
    return <CreateCampaignOrderScreen campaignId={Route.useParams().campaignId} />
  },
})
