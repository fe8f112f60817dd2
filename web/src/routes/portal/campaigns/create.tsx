import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { CreateCampaignScreen } from '../../../features/campaigns/create/create-campaign-screen.tsx'
import { steps } from '../../../features/campaigns/create/wizard-step.ts'
import { buildSearchOptions, optionalParam, textSearch } from '../../../lib/navigation/search-params.ts'

export const Route = createFileRoute('/portal/campaigns/create')({
  ...buildSearchOptions(
    z.object({
      step: z.enum(steps).default('type').catch('type'),
      saved: optionalParam(z.uuid()),
      /** A delivered order whose leads get their phones, and its name. */
      phonesOf: optionalParam(z.uuid()),
      orderName: textSearch,
    }),
  ),
  component: function CreateCampaignRoute() {
    const navigate = Route.useNavigate()
    const { step, saved, phonesOf, orderName } = Route.useSearch()
    return (
      <CreateCampaignScreen
        requestedStep={step}
        onStep={(next) => void navigate({ search: (old) => ({ ...old, step: next }) })}
        saved={saved}
        onTaken={() => void navigate({ search: ({ saved: _, ...rest }) => rest, replace: true })}
        phonesOf={phonesOf}
        orderName={orderName}
        onPhonesTaken={() => void navigate({ search: { step: 'review' }, replace: true })}
      />
    )
  },
})
