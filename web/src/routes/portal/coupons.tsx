import type { CouponQuery } from '@dooryard/contract/billing/coupons'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { CouponsScreen } from '../../features/coupons/coupons-screen.tsx'
import { buildSearchOptions, optionalParam, pageSearch, textSearch } from '../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

// Written out rather than imported: every screen loads the search parameter schemas, and only this one needs the rest
// of the contract.
const states = ['ACTIVE', 'INACTIVE', 'ARCHIVED'] as const satisfies CouponQuery['state'][]

const CouponsSearch = z.object({
  ...pageSearch,
  search: textSearch,
  state: optionalParam(z.enum(states)),
  coupon: optionalParam(z.uuid()),
})

export const Route = createFileRoute('/portal/coupons')({
  ...buildSearchOptions(CouponsSearch),
  component: function CouponsRoute() {
    return <CouponsScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
