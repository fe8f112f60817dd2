import { createFileRoute } from '@tanstack/react-router'
import { toAuthSearch } from '../features/auth/auth-search.ts'
import { RegisterScreen } from '../features/auth/register-screen.tsx'

export const Route = createFileRoute('/register')({
  validateSearch: toAuthSearch,
  component: function RegisterRoute() {
    return <RegisterScreen {...Route.useSearch()} />
  },
})
