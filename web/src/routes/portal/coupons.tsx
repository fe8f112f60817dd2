import type { CouponQuery } from '@dooryard/contract/coupons'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { CouponsScreen } from '../../features/coupons/coupons-screen.tsx'
import { pageDefaults, pageSearch, textSearch } from '../../lib/search-params.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const states = ['ACTIVE', 'INACTIVE', 'ARCHIVED'] as const satisfies CouponQuery['state'][]

const CouponsSearch = z.object({
  ...pageSearch,
  search: textSearch,
  state: z.enum(states).optional().catch(undefined),
  coupon: z.uuid().optional().catch(undefined),
})

export const Route = createFileRoute('/portal/coupons')({
  validateSearch: CouponsSearch,
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function CouponsRoute() {
    return <CouponsScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
