import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { CreateCampaignScreen } from '../../../features/campaigns/create-campaign-screen.tsx'
import { steps } from '../../../features/campaigns/steps.ts'

export const Route = createFileRoute('/portal/campaigns/create')({
  validateSearch: z.object({ step: z.enum(steps).default('type').catch('type') }),
  search: { middlewares: [stripSearchParams({ step: 'type' })] },
  component: function CreateCampaignRoute() {
    const navigate = Route.useNavigate()
    return (
      <CreateCampaignScreen asked={Route.useSearch().step} onStep={(step) => void navigate({ search: { step } })} />
    )
  },
})
