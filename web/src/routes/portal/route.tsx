import { createFileRoute, Outlet } from '@tanstack/react-router'
import { notAuthenticated } from '../../lib/errors.ts'
import { session, useSession } from '../../lib/session.ts'
import { useUser } from '../../lib/use-user.ts'
import { ErrorScreen } from '../../ui/feedback/error-screen.tsx'
import { LoadingOverlay } from '../../ui/feedback/loading-overlay.tsx'
import { ScreenNotFound } from '../../ui/feedback/not-found-screen.tsx'
import { Portal } from '../../ui/shell/portal.tsx'

export const Route = createFileRoute('/portal')({
  beforeLoad: () => {
    const { user } = session.get()
    if (!user) throw notAuthenticated() // the root route's guard lets nobody in without being signed in
    return { user }
  },
  component: function PortalRoute() {
    const user = useUser()
    // Nothing is asked for on behalf of a screen that the next user, or nobody, is about to leave.
    if (useSession().user?.id !== user.id) return <LoadingOverlay />
    return (
      // Nothing that one user typed or opened is there for the next.
      <Portal key={user.id} user={user}>
        <Outlet />
      </Portal>
    )
  },
  pendingComponent: LoadingOverlay,
  notFoundComponent: ScreenNotFound,
  errorComponent: ErrorScreen,
})
