import { createFileRoute } from '@tanstack/react-router'
import { ResetSearch } from '../features/auth/auth-search.ts'
import { ResetPasswordScreen } from '../features/auth/reset-password-screen.tsx'

export const Route = createFileRoute('/reset-password')({
  validateSearch: ResetSearch,
  component: function ResetPasswordRoute() {
    return <ResetPasswordScreen {...Route.useSearch()} />
  },
})
