import { createRouter } from '@tanstack/react-router'
import { forgetDrafts } from './lib/drafts.ts'
import { markIfOffline } from './lib/errors.ts'
import { landingAfterChange } from './lib/landing.ts'
import { nameOf } from './lib/names.ts'
import { createQueryClient } from './lib/query.ts'
import { session } from './lib/session.ts'
import { routeTree } from './routeTree.gen.ts'
import { ScreenError } from './ui/feedback/error-screen.tsx'
import { NotFoundScreen } from './ui/feedback/not-found-screen.tsx'
import { ScreenSkeleton } from './ui/feedback/screen-skeleton.tsx'
import { toastDone, toastFailure } from './ui/toasts/toasts.ts'

export const queryClient = createQueryClient((error) => toastFailure(error.message))

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: ScreenSkeleton,
  defaultPendingMs: 250,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ScreenError,
  defaultNotFoundComponent: NotFoundScreen,
  scrollRestoration: true,
})

window.addEventListener('vite:preloadError', ({ payload }) => markIfOffline(payload))

// What one user saw must not be there for the next; and an expired session comes back to the same page.
session.onChange((change) => {
  const { before, after, why } = change
  const { afterImpersonationState: was } = before
  const { href, pathname: path } = router.state.location
  if (before.isAuthenticated) queryClient.clear()
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
