import { createFileRoute } from '@tanstack/react-router'
import { CoverageScreen } from '../../features/coverage/coverage-screen.tsx'
import { CoverageSearch } from '../../features/coverage/coverage-search.ts'
import { buildSearchOptions } from '../../lib/navigation/search-params.ts'

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
