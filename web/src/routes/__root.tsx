import { createRootRoute, redirect } from '@tanstack/react-router'
import { landing } from '../lib/landing.ts'
import { session } from '../lib/session.ts'
import { ErrorScreen } from '../ui/feedback/error-screen.tsx'

/** The route that stands for all screens which are not loaded yet. */
const otherScreens: string = '/$'

export const Route = createRootRoute({
  // The one guard of all screens. A convenience: the server decides for itself who sees what.
  beforeLoad: ({ location, matches }) => {
    const screen = matches.at(-1)
    const isKnown = screen !== undefined && !['__root__', otherScreens].includes(screen.routeId)
    const { isAuthenticated, user } = session.get()
    const href = landing({
      path: isKnown ? screen.fullPath : location.pathname,
      href: location.href,
      role: isAuthenticated && user ? user.role : null,
    })
    if (href) throw redirect({ href, replace: true })
  },
  errorComponent: ErrorScreen,
})
