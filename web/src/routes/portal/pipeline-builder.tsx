import { createFileRoute } from '@tanstack/react-router'
import { PipelineBuilderScreen } from '../../features/pipeline/pipeline-builder-screen.tsx'
import { PipelineSearch } from '../../features/pipeline/pipeline-search.ts'
import { searchBy } from '../../lib/search-params.ts'

export const Route = createFileRoute('/portal/pipeline-builder')({
  ...searchBy(PipelineSearch),
  component: function PipelineBuilderRoute() {
    const navigate = Route.useNavigate()
    return (
      <PipelineBuilderScreen
        state={Route.useSearch()}
        onState={(change, how) =>
          void navigate({
            search: (old) => PipelineSearch.parse({ ...old, ...change }),
            // A search that is being typed is not worth going back to.
            replace: how?.replace ?? 'search' in change,
            resetScroll: false,
          })
        }
      />
    )
  },
})
