import { PropertyId } from '@dooryard/contract/properties'
import { deepestRow, propertySorts } from '@dooryard/contract/property-search'
import { createFileRoute, stripSearchParams, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { readCriteria } from '../../criteria/read-criteria.ts'
import type { OnFinder } from '../../features/lead-finder/finder-state.ts'
import { LeadFinderScreen } from '../../features/lead-finder/lead-finder-screen.tsx'

const shortText = z.string().max(500).optional().catch(undefined)

/** What the address says, as far as every screen has to read it: the criteria themselves are many, and of this screen alone. */
const Address = z.object({
  // What cannot be read is said to be; only an address that says nothing opens the default search.
  criteria: z.record(z.string(), z.unknown()).optional().catch({ unreadable: true }),
  sort: z.string().default('place').catch('place'),
  order: z.enum(['asc', 'desc']).default('asc').catch('asc'),
  property: z.string().optional().catch(undefined),
  columns: shortText,
  view: z.enum(['both', 'map', 'table']).default('both').catch('both'),
  map: shortText,
  at: z.int().min(0).default(0).catch(0),
  follow: z.boolean().default(false).catch(false),
  saved: z.uuid().optional().catch(undefined),
})

const LeadFinderSearch = Address.extend({
  sort: z.enum(propertySorts).default('place').catch('place'),
  property: PropertyId.optional().catch(undefined),
  at: z.int().min(0).max(deepestRow).default(0).catch(0),
})

const defaults = { sort: 'place', order: 'asc', view: 'both', at: 0, follow: false } as const

export const Route = createFileRoute('/portal/lead-finder')({
  validateSearch: Address,
  search: { middlewares: [stripSearchParams(defaults)] },
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
