import { createFileRoute } from '@tanstack/react-router'
import { toAuthSearch } from '../features/auth/auth-search.ts'
import { LoginScreen, useSignInMessage } from '../features/auth/sign-in/login-screen.tsx'
import { useIsPortalInfoSettled } from '../lib/portal-info.ts'

export const Route = createFileRoute('/login')({
  // Bundled with the initial chunk: most visits start here, and this saves a round trip.
  codeSplitGroupings: [],
  validateSearch: toAuthSearch,
  component: function LoginRoute() {
    const search = Route.useSearch()
    // Read immediately, while the router still knows the previous location.
    const news = useSignInMessage(search.redirect)
    return useIsPortalInfoSettled() && <LoginScreen {...search} news={news} />
  },
})
