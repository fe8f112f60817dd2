import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { BuyerFinderScreen } from '../../features/buyer-finder/buyer-finder-screen.tsx'
import { BuyerFinderSearch } from '../../features/buyer-finder/buyer-search.ts'
import { optional, pageSearch, searchBy, textSearch } from '../../lib/search-params.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

const numberSearch = optional(z.number())

/** What the address says, as far as every screen has to read it: what the values may be is of this screen alone. */
const Address = z.object({
  lat: numberSearch,
  lng: numberSearch,
  property: optional(z.string()),
  label: textSearch,
  miles: z.number().default(5).catch(5),
  months: z.number().default(12).catch(12),
  kind: z.string().default('ANY').catch('ANY'),
  min: numberSearch,
  max: numberSearch,
  unpriced: optional(z.boolean()),
  sort: z.string().default('purchases').catch('purchases'),
  view: z.string().default('both').catch('both'),
  ...pageSearch,
  buyer: optional(z.string()),
})

export const Route = createFileRoute('/portal/buyer-finder')({
  ...searchBy(Address),
  component: function BuyerFinderRoute() {
    const search = Route.useSearch()
    const state = useMemo(() => BuyerFinderSearch.parse(search), [search])
    return <BuyerFinderScreen state={state} onState={useOnState(BuyerFinderSearch.parse)} />
  },
})
