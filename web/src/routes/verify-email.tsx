import { createFileRoute } from '@tanstack/react-router'
import { CodeSearch } from '../features/auth/auth-search.ts'
import { VerifyEmailScreen } from '../features/auth/verify-email-screen.tsx'

export const Route = createFileRoute('/verify-email')({
  validateSearch: CodeSearch,
  component: function VerifyEmailRoute() {
    return <VerifyEmailScreen {...Route.useSearch()} />
  },
})
