import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { markIfOffline } from './lib/api/errors.ts'
import { createQueryClient } from './lib/api/query.ts'
import { deleteDrafts } from './lib/drafts.ts'
import { formatUserName } from './lib/format/user-name.ts'
import { getRedirectAfterSessionChange } from './lib/navigation/redirects.ts'
import { currentUserQuery } from './lib/session/current-user-query.ts'
import { type Session, session } from './lib/session/session.ts'
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
import { hideFailureToast, showFailureToast, showSuccessToast } from './ui/toasts/toasts.ts'

const routes = {
  '/': IndexRoute,
  '/login': LoginRoute,
  '/register': RegisterRoute,
  '/forgot-password': ForgotPasswordRoute,
  '/reset-password': ResetPasswordRoute,
  '/verify-email': VerifyEmailRoute,
}

/**
 * The routes that visitors start with. The others load with the libraries that validate their search parameters, so
 * any other path first waits for `loadAll`, which adds all routes to the router, and is then resolved again.
 */
function buildVisitorRoutes(loadAll: () => Promise<void>) {
  const getParentRoute = () => RootRoute
  // As the generated route tree does.
  for (const [path, route] of Object.entries(routes)) route.update({ id: path, path, getParentRoute } as never)
  const OtherRoute = createRoute({
    getParentRoute,
    path: '$',
    beforeLoad: async ({ location }) => {
      await loadAll()
      throw redirect({ href: location.href, replace: true })
    },
    pendingComponent: LoadingOverlay,
  })
  // Links and search parameters are typed by all routes.
  return RootRoute.addChildren([...Object.values(routes), OtherRoute]) as unknown as typeof routeTree
}

export const queryClient = createQueryClient(
  showFailureToast,
  // The portal then shows the screen to set it up.
  () => void queryClient.invalidateQueries({ queryKey: currentUserQuery().queryKey }),
  hideFailureToast,
)

export const router = createRouter({
  routeTree: buildVisitorRoutes(loadAllRoutes),
  defaultPreload: 'intent',
  defaultPendingMs: 250,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})

let loading: Promise<void> | undefined

/** Replaces the visitor routes with the routes of all screens. */
function loadAllRoutes(): Promise<void> {
  loading ??= import('./other-routes.ts').then(
    ({ routeTree, NotFoundScreen, ScreenSkeleton, traceUse }) => {
      traceUse(router)
      router.update({
        routeTree,
        defaultPendingComponent: ScreenSkeleton,
        defaultNotFoundComponent: NotFoundScreen,
      })
      // The tree is the root route with new children, which the router takes for the one it knows. The route that
      // waited for it may be rendered once more.
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

/** A signed-in user is about to need all routes; if loading fails, the screen that waits for them reports it. */
const prepareRoutes = ({ isAuthenticated }: Session) => void (isAuthenticated && loadAllRoutes().catch(() => {}))
prepareRoutes(session.get())

window.addEventListener('vite:preloadError', ({ payload }) => markIfOffline(payload))

// One user's data must not be visible to the next, and an expired session returns to the same page.
session.onChange((change) => {
  const { before, after, reason } = change
  const { afterImpersonationState: impersonation } = before
  const { href, pathname: path } = router.state.location
  if (before.isAuthenticated) queryClient.clear()
  prepareRoutes(after)
  if (reason === 'asked' || impersonation) deleteDrafts()
  if (impersonation && before.user && reason !== 'asked' && after.isAuthenticated)
    showSuccessToast(`Stopped impersonating ${formatUserName(before.user)}`)
  const next = getRedirectAfterSessionChange(change, { path, href })
  if (next) void router.navigate({ href: next, ignoreBlocker: true })
  else if (reason === 'elsewhere') void router.invalidate()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
