import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { forgetDrafts } from './lib/drafts.ts'
import { markIfOffline } from './lib/errors.ts'
import { landingAfterChange } from './lib/landing.ts'
import { nameOf } from './lib/names.ts'
import { createQueryClient } from './lib/query.ts'
import { type Session, session } from './lib/session.ts'
import { Route as RootRoute } from './routes/__root.tsx'
import { Route as ForgotPasswordRoute } from './routes/forgot-password.tsx'
import { Route as IndexRoute } from './routes/index.tsx'
import { Route as LoginRoute } from './routes/login.tsx'
import { Route as RegisterRoute } from './routes/register.tsx'
import { Route as ResetPasswordRoute } from './routes/reset-password.tsx'
import { Route as VerifyEmailRoute } from './routes/verify-email.tsx'
import type { routeTree } from './routeTree.gen.ts'
import { ScreenError } from './ui/feedback/error-screen.tsx'
import { LoadingOverlay } from './ui/feedback/loading-overlay.tsx'
import { toastDone, toastFailure } from './ui/toasts/toasts.ts'

const routes = {
  '/': IndexRoute,
  '/login': LoginRoute,
  '/register': RegisterRoute,
  '/forgot-password': ForgotPasswordRoute,
  '/reset-password': ResetPasswordRoute,
  '/verify-email': VerifyEmailRoute,
}

/**
 * The routes that visitors begin with. The others come with the libraries their addresses are checked by, so any other
 * address first waits for `loadOthers`, which puts all routes into the router, and is then looked up again.
 */
function visitorRoutes(loadOthers: () => Promise<void>) {
  const getParentRoute = () => RootRoute
  // As the generated tree does it.
  for (const [path, route] of Object.entries(routes)) route.update({ id: path, path, getParentRoute } as never)
  const OtherRoute = createRoute({
    getParentRoute,
    path: '$',
    beforeLoad: async ({ location }) => {
      await loadOthers()
      throw redirect({ href: location.href, replace: true })
    },
    pendingComponent: LoadingOverlay,
  })
  // Links and searches are typed by all routes, wherever they are used.
  return RootRoute.addChildren([...Object.values(routes), OtherRoute]) as unknown as typeof routeTree
}

export const queryClient = createQueryClient((error) => toastFailure(error.message))

export const router = createRouter({
  routeTree: visitorRoutes(loadAllRoutes),
  defaultPreload: 'intent',
  defaultPendingMs: 250,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})

let loading: Promise<void> | undefined

/** Puts the routes of all screens in place of those for visitors. */
function loadAllRoutes(): Promise<void> {
  loading ??= import('./other-routes.ts').then(
    ({ routeTree, NotFoundScreen, ScreenSkeleton }) => {
      router.update({
        routeTree,
        defaultPendingComponent: ScreenSkeleton,
        defaultNotFoundComponent: NotFoundScreen,
      })
      // The tree is the root route, which has got other children: the router takes it for the one it knows. And the
      // route that waited for it may be drawn once more.
      const before = router.routesById
      router.setRoutes(router.buildRouteTree())
      router.routesById = { ...before, ...router.routesById }
    },
    (error) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** Whoever is signed in is about to need them; when they do not come, the screen that waits for them says so. */
const prepareRoutes = ({ isAuthenticated }: Session) => void (isAuthenticated && loadAllRoutes().catch(() => {}))
prepareRoutes(session.get())

window.addEventListener('vite:preloadError', ({ payload }) => markIfOffline(payload))

// What one user saw must not be there for the next; and an expired session comes back to the same page.
session.onChange((change) => {
  const { before, after, why } = change
  const { afterImpersonationState: was } = before
  const { href, pathname: path } = router.state.location
  if (before.isAuthenticated) queryClient.clear()
  prepareRoutes(after)
  if (why === 'asked' || was) forgetDrafts()
  if (was && before.user && why !== 'asked' && after.isAuthenticated)
    toastDone(`You are no longer acting as ${nameOf(before.user)}.`)
  const next = landingAfterChange(change, { path, href })
  if (next) void router.navigate({ href: next, ignoreBlocker: true })
  else if (why === 'elsewhere') void router.invalidate()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
