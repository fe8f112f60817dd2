import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { BuyerFinderScreen } from '../../features/buyer-finder/buyer-finder-screen.tsx'
import { BuyerFinderSearch } from '../../features/buyer-finder/buyer-search.ts'
import { buildSearchOptions, optionalParam, pageSearch, textSearch } from '../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

const numberSearch = optionalParam(z.number())

/** The search parameters as every screen has to parse them; the allowed values are validated by this screen alone. */
const RawSearch = z.object({
  lat: numberSearch,
  lng: numberSearch,
  property: optionalParam(z.string()),
  label: textSearch,
  miles: z.number().default(5).catch(5),
  months: z.number().default(12).catch(12),
  kind: z.string().default('ANY').catch('ANY'),
  min: numberSearch,
  max: numberSearch,
  unpriced: optionalParam(z.boolean()),
  sort: z.string().default('purchases').catch('purchases'),
  view: z.string().default('both').catch('both'),
  ...pageSearch,
  buyer: optionalParam(z.string()),
})

export const Route = createFileRoute('/portal/buyer-finder')({
  ...buildSearchOptions(RawSearch),
  component: function BuyerFinderRoute() {
    const search = Route.useSearch()
    const state = useMemo(() => BuyerFinderSearch.parse(search), [search])
    return <BuyerFinderScreen state={state} onState={useOnTableStateChange(BuyerFinderSearch.parse)} />
  },
})
