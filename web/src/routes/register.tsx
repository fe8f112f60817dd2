import { createFileRoute } from '@tanstack/react-router'
import { toAuthSearch } from '../features/auth/auth-search.ts'
import { RegisterScreen } from '../features/auth/register-screen.tsx'
import { parseCouponCode, saveSharedCoupon } from '../lib/session/shared-coupon.ts'

export const Route = createFileRoute('/register')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string; coupon?: string } => ({
    ...toAuthSearch(search),
    coupon: parseCouponCode(search['coupon']),
  }),
  // Kept until checkout, which comes after the email is verified.
  beforeLoad: ({ search }) => {
    if (search.coupon) saveSharedCoupon(search.coupon)
  },
  component: function RegisterRoute() {
    return <RegisterScreen {...Route.useSearch()} />
  },
})
