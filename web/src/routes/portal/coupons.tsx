import type { CouponQuery } from '@dooryard/contract/coupons'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { CouponsScreen } from '../../features/coupons/coupons-screen.tsx'
import { optional, pageSearch, searchBy, textSearch } from '../../lib/search-params.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const states = ['ACTIVE', 'INACTIVE', 'ARCHIVED'] as const satisfies CouponQuery['state'][]

const CouponsSearch = z.object({
  ...pageSearch,
  search: textSearch,
  state: optional(z.enum(states)),
  coupon: optional(z.uuid()),
})

export const Route = createFileRoute('/portal/coupons')({
  ...searchBy(CouponsSearch),
  component: function CouponsRoute() {
    return <CouponsScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
