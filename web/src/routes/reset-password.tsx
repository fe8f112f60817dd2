import { createFileRoute } from '@tanstack/react-router'
import { toResetSearch } from '../features/auth/auth-search.ts'
import { ResetPasswordScreen } from '../features/auth/reset-password-screen.tsx'
import { useIsPortalInfoSettled } from '../lib/portal-info.ts'

export const Route = createFileRoute('/reset-password')({
  validateSearch: toResetSearch,
  component: function ResetPasswordRoute() {
    const search = Route.useSearch()
    return useIsPortalInfoSettled() && <ResetPasswordScreen {...search} />
  },
})
