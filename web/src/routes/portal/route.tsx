import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { session } from '../../lib/session.ts'
import { useUser } from '../../lib/use-user.ts'
import { ErrorScreen } from '../../ui/feedback/error-screen.tsx'
import { LoadingOverlay } from '../../ui/feedback/loading-overlay.tsx'
import { Portal } from '../../ui/shell/portal.tsx'

export const Route = createFileRoute('/portal')({
  beforeLoad: ({ location }) => {
    const { isAuthenticated, user } = session.get()
    if (!isAuthenticated || !user) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
    return { user }
  },
  component: function PortalRoute() {
    return (
      <Portal user={useUser()}>
        <Outlet />
      </Portal>
    )
  },
  pendingComponent: LoadingOverlay,
  errorComponent: ErrorScreen,
})
