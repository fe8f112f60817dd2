import { createFileRoute } from '@tanstack/react-router'
import { toCodeSearch } from '../features/auth/auth-search.ts'
import { VerifyEmailScreen } from '../features/auth/verify-email-screen.tsx'
import { useIsPortalInfoSettled } from '../lib/portal-info.ts'

export const Route = createFileRoute('/verify-email')({
  validateSearch: toCodeSearch,
  component: function VerifyEmailRoute() {
    const search = Route.useSearch()
    return useIsPortalInfoSettled() && <VerifyEmailScreen {...search} />
  },
})
