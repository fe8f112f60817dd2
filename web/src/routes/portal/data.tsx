import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { DataScreen } from '../../features/data/data-screen.tsx'
import { optional, pageSearch, searchBy } from '../../lib/search-params.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

const DataSearch = z.object({
  ...pageSearch,
  importPage: pageSearch.page,
  importLimit: z.int().min(1).max(100).default(5).catch(5),
  roll: optional(z.int().min(1)),
})

export const Route = createFileRoute('/portal/data')({
  ...searchBy(DataSearch),
  component: function DataRoute() {
    return <DataScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
