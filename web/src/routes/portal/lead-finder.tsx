import { Criteria } from '@dooryard/contract/criteria'
import { SortOrder } from '@dooryard/contract/paging'
import { PropertyId } from '@dooryard/contract/properties'
import { propertySorts } from '@dooryard/contract/property-search'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { LeadFinderScreen } from '../../features/lead-finder/lead-finder-screen.tsx'
import { pageDefaults, pageSearch } from '../../lib/search-params.ts'

const LeadFinderSearch = z.object({
  criteria: Criteria.default({}).catch({}),
  ...pageSearch,
  sort: z.enum(propertySorts).default('place').catch('place'),
  order: SortOrder.default('asc').catch('asc'),
  property: PropertyId.optional().catch(undefined),
})

export const Route = createFileRoute('/portal/lead-finder')({
  validateSearch: LeadFinderSearch,
  search: { middlewares: [stripSearchParams({ criteria: {}, ...pageDefaults, sort: 'place', order: 'asc' })] },
  component: function LeadFinderRoute() {
    const navigate = Route.useNavigate()
    return (
      <LeadFinderScreen
        state={Route.useSearch()}
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
