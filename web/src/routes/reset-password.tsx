import { createFileRoute } from '@tanstack/react-router'
import { CodeSearch } from '../features/auth/auth-search.ts'
import { ResetPasswordScreen } from '../features/auth/reset-password-screen.tsx'

export const Route = createFileRoute('/reset-password')({
  validateSearch: CodeSearch,
  component: function ResetPasswordRoute() {
    return <ResetPasswordScreen {...Route.useSearch()} />
  },
})
