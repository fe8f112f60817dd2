import { createFileRoute } from '@tanstack/react-router'
import { CreateCampaignOrderScreen } from '../../../../../features/orders/create/create-order-screen.tsx'
import { ScreenNotFound } from '../../../../../ui/feedback/not-found-screen.tsx'
import { requireIds } from '../../../../../ui/layout/require-ids.ts'

export const Route = createFileRoute('/portal/campaigns/$campaignId/orders/create')({
  loader: ({ params }) => requireIds(params),
  notFoundComponent: ScreenNotFound,
  component: function CreateOrderRoute() {
    return <CreateCampaignOrderScreen campaignId={Route.useParams().campaignId} />
  },
})
