import { createFileRoute } from '@tanstack/react-router'
import { toAuthSearch } from '../features/auth/auth-search.ts'
import { ForgotPasswordScreen } from '../features/auth/forgot-password-screen.tsx'

export const Route = createFileRoute('/forgot-password')({
  validateSearch: toAuthSearch,
  component: function ForgotPasswordRoute() {
    return <ForgotPasswordScreen {...Route.useSearch()} />
  },
})
