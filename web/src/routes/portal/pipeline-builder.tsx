import { createFileRoute } from '@tanstack/react-router'
import { PipelineBuilderScreen } from '../../features/pipeline/pipeline-builder-screen.tsx'
import { PipelineSearch } from '../../features/pipeline/pipeline-search.ts'
import { buildSearchOptions } from '../../lib/navigation/search-params.ts'

export const Route = createFileRoute('/portal/pipeline-builder')({
  ...buildSearchOptions(PipelineSearch),
  component: function PipelineBuilderRoute() {
    const navigate = Route.useNavigate()
    return (
      <PipelineBuilderScreen
        state={Route.useSearch()}
        onState={(change, how) =>
          void navigate({
            search: (old) => PipelineSearch.parse({ ...old, ...change }),
            // Typing in the search field creates no history entries.
            replace: how?.replace ?? 'search' in change,
            resetScroll: false,
          })
        }
      />
    )
  },
})
