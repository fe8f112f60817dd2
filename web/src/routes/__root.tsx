import { createRootRoute, redirect } from '@tanstack/react-router'
import { getRedirect } from '../lib/navigation/redirects.ts'
import { session } from '../lib/session/session.ts'
import { ErrorScreen } from '../ui/feedback/error-screen.tsx'

/** The catch-all route for screens that are not loaded yet. */
const catchAllPath: string = '/$'

export const Route = createRootRoute({
  // The only route guard. It is a convenience: the server enforces access itself.
  beforeLoad: ({ location, matches }) => {
    const screen = matches.at(-1)
    const isKnown = screen !== undefined && !['__root__', catchAllPath].includes(screen.routeId)
    const { isAuthenticated, user } = session.get()
    const href = getRedirect({
      path: isKnown ? screen.fullPath : location.pathname,
      href: location.href,
      role: isAuthenticated && user ? user.role : null,
    })
    if (href) throw redirect({ href, replace: true })
  },
  errorComponent: ErrorScreen,
})
