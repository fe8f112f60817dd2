import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { LoginScreen } from '../features/auth/login-screen.tsx'
import { ordersScreen } from '../lib/landing.ts'
import { session } from '../lib/session.ts'
import { LoadingOverlay } from '../ui/feedback/loading-overlay.tsx'

export const Route = createFileRoute('/login')({
  validateSearch: z.object({ redirect: z.string().optional().catch(undefined) }),
  beforeLoad: () => {
    if (session.get().isAuthenticated) throw redirect({ to: ordersScreen, replace: true })
  },
  pendingComponent: LoadingOverlay,
  component: function LoginRoute() {
    return <LoginScreen redirect={Route.useSearch().redirect} />
  },
})
