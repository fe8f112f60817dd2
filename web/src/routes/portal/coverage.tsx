import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { coverageViews } from '../../features/coverage/coverage-rules.ts'
import { CoverageScreen } from '../../features/coverage/coverage-screen.tsx'
import { buildSearchOptions } from '../../lib/navigation/search-params.ts'

const CoverageSearch = z.object({
  view: z.enum(coverageViews).default('withOwner').catch('withOwner'),
  level: z.enum(['states', 'counties']).default('counties').catch('counties'),
})

export const Route = createFileRoute('/portal/coverage')({
  ...buildSearchOptions(CoverageSearch),
  component: function CoverageRoute() {
    const navigate = Route.useNavigate()
    return (
      <CoverageScreen
        state={Route.useSearch()}
        onState={(change) =>
          void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false })
        }
      />
    )
  },
})
