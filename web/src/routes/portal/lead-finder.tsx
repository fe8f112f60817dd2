import { PropertyId } from '@dooryard/contract/properties'
import { deepestRow, propertySorts } from '@dooryard/contract/property-search'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { readCriteria } from '../../criteria/read-criteria.ts'
import type { OnFinder } from '../../features/lead-finder/finder-state.ts'
import { LeadFinderScreen } from '../../features/lead-finder/lead-finder-screen.tsx'
import { optional, searchBy } from '../../lib/search-params.ts'

const shortText = optional(z.string().max(500))

/** What the address says, as far as every screen has to read it: the criteria themselves are many, and of this screen alone. */
const Address = z.object({
  // What cannot be read is said to be; only an address that says nothing opens the default search.
  criteria: z.record(z.string(), z.unknown()).optional().catch({ unreadable: true }),
  sort: z.string().default('place').catch('place'),
  order: z.enum(['asc', 'desc']).default('asc').catch('asc'),
  property: optional(z.string()),
  columns: shortText,
  view: z.enum(['both', 'map', 'table']).default('both').catch('both'),
  map: shortText,
  at: z.int().min(0).default(0).catch(0),
  follow: z.boolean().default(false).catch(false),
  saved: optional(z.uuid()),
})

const LeadFinderSearch = Address.extend({
  sort: z.enum(propertySorts).default('place').catch('place'),
  property: optional(PropertyId),
  at: z.int().min(0).max(deepestRow).default(0).catch(0),
})

export const Route = createFileRoute('/portal/lead-finder')({
  ...searchBy(Address),
  component: function LeadFinderRoute() {
    const navigate = Route.useNavigate()
    const router = useRouter()
    const search = Route.useSearch()
    // The same criteria stay the same object, whatever else of the address changes: rows and map hang on them.
    const asked = JSON.stringify(search.criteria)
    const state = useMemo(() => LeadFinderSearch.parse(search), [search])
    const read = useMemo(() => (asked === undefined ? undefined : readCriteria(JSON.parse(asked))), [asked])
    const onState: OnFinder = (change, how) => {
      // Whoever is on the way to another screen is not called back by what this one notes a moment later.
      if (router.latestLocation.pathname !== Route.fullPath) return
      void navigate({
        search: (old) => LeadFinderSearch.parse({ ...old, ...change }),
        replace: !how?.push,
        resetScroll: false,
      })
    }
    return (
      <LeadFinderScreen
        state={{ ...state, criteria: read?.criteria }}
        isWhole={read?.isWhole ?? true}
        onState={onState}
      />
    )
  },
})
