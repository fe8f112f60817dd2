import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { AffiliatesScreen } from '../../features/affiliates/affiliates-screen.tsx'
import { buildSearchOptions, optionalParam, pageSearch, textSearch } from '../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

const AffiliatesSearch = z.object({ ...pageSearch, search: textSearch, affiliate: optionalParam(z.uuid()) })

export const Route = createFileRoute('/portal/affiliates')({
  ...buildSearchOptions(AffiliatesSearch),
  component: function AffiliatesRoute() {
    return <AffiliatesScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
