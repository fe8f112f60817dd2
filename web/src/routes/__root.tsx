import { createRootRoute, redirect } from '@tanstack/react-router'
import { getRedirect, portalHome } from '../lib/navigation/redirects.ts'
import { session } from '../lib/session/session.ts'
import { ErrorScreen } from '../ui/feedback/error-screen.tsx'

/** The catch-all route for screens that are not loaded yet. */
const catchAllPath: string = '/$'

/** The screen that was visited before; undefined for the first one of a page load. */
let lastPath: string | undefined

export const Route = createRootRoute({
  // The only route guard. It is a convenience: the server enforces access itself.
  beforeLoad: ({ location, matches, preload }) => {
    const screen = matches.at(-1)
    const isKnown = screen !== undefined && !['__root__', catchAllPath].includes(screen.routeId)
    const { isAuthenticated, user } = session.get()
    const path = isKnown ? screen.fullPath : location.pathname
    const href = getRedirect({
      path,
      href: location.href,
      role: isAuthenticated && user ? user.role : null,
    })
    // A user who comes from signing in has not chosen the screen.
    const isChosen = lastPath?.startsWith('/portal') ?? true
    if (isKnown && !preload) lastPath = path
    if (href)
      throw redirect({ href, replace: true, state: isChosen && href === portalHome ? { refusedPath: path } : {} })
  },
  errorComponent: ErrorScreen,
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the home screen: the screen that the user may not open, and was sent home from. */
    refusedPath?: string
  }
}
