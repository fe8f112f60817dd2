import { createFileRoute } from '@tanstack/react-router'
import { toCodeSearch } from '../features/auth/auth-search.ts'
import { SignInLinkScreen } from '../features/auth/sign-in/sign-in-link-screen.tsx'

export const Route = createFileRoute('/login_/link')({
  validateSearch: toCodeSearch,
  component: function SignInLinkRoute() {
    return <SignInLinkScreen {...Route.useSearch()} />
  },
})
