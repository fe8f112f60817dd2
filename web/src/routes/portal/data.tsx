import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { DataScreen } from '../../features/data/data-screen.tsx'
import { pageDefaults, pageSearch } from '../../lib/search-params.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

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
  component: function DataRoute() {
    return <DataScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
