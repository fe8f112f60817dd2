import { Criteria } from '@dooryard/contract/criteria'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { CreateOwnOrderScreen } from '../../../features/orders/create-own-order-screen.tsx'

const types = ['MAIL_READY', 'CALL_READY'] as const satisfies CampaignType[]

/** What the address says, as far as every screen has to read it: the criteria themselves are many, and of this screen alone. */
const Address = z.object({
  criteria: z.record(z.string(), z.unknown()).default({}).catch({}),
  type: z.enum(types).optional().catch(undefined),
  /** The saved search whose audience it is, where the address says none. */
  saved: z.uuid().optional().catch(undefined),
  /** What the audience is called where it comes from. */
  name: z.string().optional().catch(undefined),
})

const CreateOrderSearch = Address.extend({ criteria: Criteria.default({}).catch({}) })

export const Route = createFileRoute('/portal/orders/create')({
  validateSearch: Address,
  search: { middlewares: [stripSearchParams({ criteria: {} })] },
  component: function CreateOwnOrderRoute() {
    const navigate = Route.useNavigate()
    const search = Route.useSearch()
    const asked = useMemo(() => CreateOrderSearch.parse(search), [search])
    return (
      <CreateOwnOrderScreen
        asked={asked}
        onType={(type) => void navigate({ search: (old) => ({ ...old, type }), replace: true, resetScroll: false })}
      />
    )
  },
})
