import type { CampaignType } from '@dooryard/contract/api/enums'
import { Criteria } from '@dooryard/contract/criteria/criteria'
import { propertySorts } from '@dooryard/contract/properties/property-search'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { CreateOrderScreen } from '../../../features/orders/create/create-order-screen.tsx'
import { buildSearchOptions, optionalParam } from '../../../lib/navigation/search-params.ts'

const types = ['MAIL_READY', 'CALL_READY'] as const satisfies CampaignType[]

/** The search parameters as every screen has to parse them; the many criteria are validated by this screen alone. */
const RawSearch = z.object({
  criteria: z.record(z.string(), z.unknown()).default({}).catch({}),
  type: optionalParam(z.enum(types)),
  /** The saved search to use as audience, if the URL has no criteria. */
  saved: optionalParam(z.uuid()),
  /** The name of the audience on the screen it comes from. */
  name: optionalParam(z.string()),
  /** Whether to add phones to leads purchased for mail. */
  addPhones: optionalParam(z.boolean()),
  /** The sort of the lead finder. */
  sort: optionalParam(z.enum(propertySorts)),
  order: z.enum(['asc', 'desc']).default('asc').catch('asc'),
})

const CreateOrderSearch = RawSearch.extend({ criteria: Criteria.default({}).catch({}) })

export const Route = createFileRoute('/portal/orders/create')({
  ...buildSearchOptions(RawSearch),
  component: function CreateOwnOrderRoute() {
    const navigate = Route.useNavigate()
    const search = Route.useSearch()
    const request = useMemo(() => {
      const { sort, order, ...given } = CreateOrderSearch.parse(search)
      return { ...given, sort: sort && { by: sort, order } }
    }, [search])
    return (
      <CreateOrderScreen
        request={request}
        onType={(type) => void navigate({ search: (old) => ({ ...old, type }), replace: true, resetScroll: false })}
        onAudience={(change) =>
          void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false })
        }
      />
    )
  },
})
