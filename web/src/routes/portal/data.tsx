import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { DataScreen } from '../../features/data/data-screen.tsx'
import { admit } from '../../lib/guard.ts'
import { pageDefaults, pageSearch } from '../../lib/search-params.ts'

const importDefaults = { importPage: 1, importLimit: 5 }

const DataSearch = z.object({
  ...pageSearch,
  importPage: pageSearch.page,
  importLimit: z.int().min(1).max(100).default(5).catch(5),
  roll: z.int().min(1).optional().catch(undefined),
})

export const Route = createFileRoute('/portal/data')({
  validateSearch: DataSearch,
  search: { middlewares: [stripSearchParams({ ...pageDefaults, ...importDefaults })] },
  beforeLoad: admit('SUPER_ADMIN'),
  component: function DataRoute() {
    const navigate = Route.useNavigate()
    return (
      <DataScreen
        state={Route.useSearch()}
        onState={(change, how) =>
          void navigate({
            search: (old) => ({ ...old, ...change }),
            replace: how?.replace ?? false,
            resetScroll: false,
          })
        }
      />
    )
  },
})
