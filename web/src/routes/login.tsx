import { createFileRoute } from '@tanstack/react-router'
import { AuthSearch } from '../features/auth/auth-search.ts'
import { LoginScreen } from '../features/auth/login-screen.tsx'

export const Route = createFileRoute('/login')({
  validateSearch: AuthSearch,
  component: function LoginRoute() {
    return <LoginScreen {...Route.useSearch()} />
  },
})
