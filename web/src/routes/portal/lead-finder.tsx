import { Criteria } from '@dooryard/contract/criteria'
import { PropertyId } from '@dooryard/contract/properties'
import { propertySorts } from '@dooryard/contract/property-search'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { LeadFinderScreen } from '../../features/lead-finder/lead-finder-screen.tsx'
import { pageDefaults, pageSearch } from '../../lib/search-params.ts'

/** What the address says, as far as every screen has to read it: the criteria themselves are many, and of this screen alone. */
const Address = z.object({
  criteria: z.record(z.string(), z.unknown()).default({}).catch({}),
  ...pageSearch,
  sort: z.string().default('place').catch('place'),
  order: z.enum(['asc', 'desc']).default('asc').catch('asc'),
  property: z.string().optional().catch(undefined),
})

const LeadFinderSearch = Address.extend({
  criteria: Criteria.default({}).catch({}),
  sort: z.enum(propertySorts).default('place').catch('place'),
  property: PropertyId.optional().catch(undefined),
})

export const Route = createFileRoute('/portal/lead-finder')({
  validateSearch: Address,
  search: { middlewares: [stripSearchParams({ criteria: {}, ...pageDefaults, sort: 'place', order: 'asc' })] },
  component: function LeadFinderRoute() {
    const navigate = Route.useNavigate()
    const search = Route.useSearch()
    const state = useMemo(() => LeadFinderSearch.parse(search), [search])
    return (
      <LeadFinderScreen
        state={state}
        onState={(change, how) =>
          void navigate({
            search: (old) => LeadFinderSearch.parse({ ...old, ...change }),
            replace: how?.replace ?? 'criteria' in change,
            resetScroll: false,
          })
        }
      />
    )
  },
})
