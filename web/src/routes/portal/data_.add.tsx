import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { AddCountyScreen } from '../../features/county-setup/add-county-screen.tsx'
import { setupSteps } from '../../features/county-setup/step-names.ts'
import { buildSearchOptions, optionalParam, textSearch } from '../../lib/navigation/search-params.ts'

export const Route = createFileRoute('/portal/data_/add')({
  ...buildSearchOptions(
    z.object({
      setup: optionalParam(z.uuid()),
      step: z.enum(setupSteps).default('file').catch('file'),
      field: textSearch,
    }),
  ),
  component: function AddCountyRoute() {
    const navigate = Route.useNavigate()
    const { setup, step, field } = Route.useSearch()
    return (
      <AddCountyScreen
        setupId={setup}
        requestedStep={step}
        field={typeof field === 'string' ? field : undefined}
        onStep={(next) => void navigate({ search: { setup, step: next } })}
        // The file whose upload created it goes on.
        onCreated={(id) => void navigate({ search: { setup: id }, replace: true, ignoreBlocker: true })}
        onDeleted={() => void navigate({ to: '/portal/data', replace: true })}
      />
    )
  },
})
