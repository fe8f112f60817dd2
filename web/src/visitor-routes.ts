import { createRoute, redirect } from '@tanstack/react-router'
import { Route as RootRoute } from './routes/__root.tsx'
import { Route as ForgotPasswordRoute } from './routes/forgot-password.tsx'
import { Route as IndexRoute } from './routes/index.tsx'
import { Route as LoginRoute } from './routes/login.tsx'
import { Route as RegisterRoute } from './routes/register.tsx'
import { Route as ResetPasswordRoute } from './routes/reset-password.tsx'
import { Route as VerifyEmailRoute } from './routes/verify-email.tsx'
import type { routeTree } from './routeTree.gen.ts'
import { LoadingOverlay } from './ui/feedback/loading-overlay.tsx'

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
export function visitorRoutes(loadOthers: () => Promise<void>) {
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
