import { Criteria } from '@dooryard/contract/criteria'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { CreateOrderScreen } from '../../../features/orders/create/create-order-screen.tsx'
import { optional, searchBy } from '../../../lib/search-params.ts'

const types = ['MAIL_READY', 'CALL_READY'] as const satisfies CampaignType[]

/** What the address says, as far as every screen has to read it: the criteria themselves are many, and of this screen alone. */
const Address = z.object({
  criteria: z.record(z.string(), z.unknown()).default({}).catch({}),
  type: optional(z.enum(types)),
  /** The saved search whose audience it is, where the address says none. */
  saved: optional(z.uuid()),
  /** What the audience is called where it comes from. */
  name: optional(z.string()),
})

const CreateOrderSearch = Address.extend({ criteria: Criteria.default({}).catch({}) })

export const Route = createFileRoute('/portal/orders/create')({
  ...searchBy(Address),
  component: function CreateOwnOrderRoute() {
    const navigate = Route.useNavigate()
    const search = Route.useSearch()
    const asked = useMemo(() => CreateOrderSearch.parse(search), [search])
    return (
      <CreateOrderScreen
        asked={asked}
        onType={(type) => void navigate({ search: (old) => ({ ...old, type }), replace: true, resetScroll: false })}
      />
    )
  },
})
