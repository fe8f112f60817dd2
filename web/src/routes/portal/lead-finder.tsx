import { maxListedRows, propertySorts } from '@dooryard/contract/properties/property-search'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { parseCriteria } from '../../criteria/parse-criteria.ts'
import type { OnFinderStateChange } from '../../features/lead-finder/finder-state.ts'
import { LeadFinderScreen } from '../../features/lead-finder/lead-finder-screen.tsx'
import { buildSearchOptions, optionalParam, textSearch } from '../../lib/navigation/search-params.ts'

const shortText = optionalParam(z.string().max(500))

/** The search parameters as every screen has to parse them; the many criteria are validated by this screen alone. */
const RawSearch = z.object({
  // Unreadable criteria are reported; only a URL without criteria opens the default search.
  criteria: z.record(z.string(), z.unknown()).optional().catch({ unreadable: true }),
  sort: z.string().default('place').catch('place'),
  order: z.enum(['asc', 'desc']).default('asc').catch('asc'),
  // Any text: one that is no property is reported, not dropped.
  property: textSearch,
  columns: shortText,
  view: z.enum(['both', 'map', 'table']).default('both').catch('both'),
  map: shortText,
  layers: shortText,
  at: z.int().min(0).default(0).catch(0),
  follow: z.boolean().default(false).catch(false),
  saved: optionalParam(z.uuid()),
})

const LeadFinderSearch = RawSearch.extend({
  sort: z.enum(propertySorts).default('place').catch('place'),
  at: z.int().min(0).max(maxListedRows).default(0).catch(0),
})

export const Route = createFileRoute('/portal/lead-finder')({
  ...buildSearchOptions(RawSearch),
  component: function LeadFinderRoute() {
    const navigate = Route.useNavigate()
    const router = useRouter()
    const search = Route.useSearch()
    // The criteria stay the same object when other search parameters change, because the rows and the map depend on
    // it.
    const criteriaJson = JSON.stringify(search.criteria)
    const state = useMemo(() => LeadFinderSearch.parse(search), [search])
    const read = useMemo(
      () => (criteriaJson === undefined ? undefined : parseCriteria(JSON.parse(criteriaJson))),
      [criteriaJson],
    )
    const onState: OnFinderStateChange = (change, how) => {
      // A late state update must not pull the user back from another screen.
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
        isComplete={read?.isWhole ?? true}
        onState={onState}
      />
    )
  },
})
