import { createFileRoute } from '@tanstack/react-router'
import { toAuthSearch } from '../features/auth/auth-search.ts'
import { LoginScreen, useSignInNews } from '../features/auth/login-screen.tsx'
import { useIsAboutSettled } from '../lib/about.ts'

export const Route = createFileRoute('/login')({
  // In one chunk with what every visit begins with: most begin here, and go round no further time for it.
  codeSplitGroupings: [],
  validateSearch: toAuthSearch,
  component: function LoginRoute() {
    const search = Route.useSearch()
    // Asked at once, while the router still knows where one came from.
    const news = useSignInNews(search.redirect)
    return useIsAboutSettled() && <LoginScreen {...search} news={news} />
  },
})
