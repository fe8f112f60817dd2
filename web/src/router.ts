import { createRouter } from '@tanstack/react-router'
import { forgetDrafts } from './features/campaigns/draft.ts'
import { markIfOffline } from './lib/errors.ts'
import { createQueryClient } from './lib/query.ts'
import { session } from './lib/session.ts'
import { routeTree } from './routeTree.gen.ts'
import { ScreenError } from './ui/feedback/error-screen.tsx'
import { NotFoundScreen } from './ui/feedback/not-found-screen.tsx'
import { ScreenSkeleton } from './ui/feedback/screen-skeleton.tsx'
import { toastFailure } from './ui/toasts.ts'

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
session.onEnd((ending) => {
  const { href } = router.state.location
  queryClient.clear()
  if (ending === 'asked') forgetDrafts()
  void router.navigate({ to: '/login', search: ending === 'expired' ? { redirect: href } : {}, ignoreBlocker: true })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
