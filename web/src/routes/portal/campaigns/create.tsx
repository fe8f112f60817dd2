import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { CreateCampaignScreen } from '../../../features/campaigns/create/create-campaign-screen.tsx'
import { steps } from '../../../features/campaigns/create/wizard-step.ts'
import { buildSearchOptions, optionalParam } from '../../../lib/navigation/search-params.ts'

export const Route = createFileRoute('/portal/campaigns/create')({
  ...buildSearchOptions(
    z.object({ step: z.enum(steps).default('type').catch('type'), saved: optionalParam(z.uuid()) }),
  ),
  component: function CreateCampaignRoute() {
    const navigate = Route.useNavigate()
    const { step, saved } = Route.useSearch()
    return (
      <CreateCampaignScreen
        requestedStep={step}
        onStep={(next) => void navigate({ search: (old) => ({ ...old, step: next }) })}
        saved={saved}
        onTaken={() => void navigate({ search: ({ saved: _, ...rest }) => rest, replace: true })}
      />
    )
  },
})
