import { createFileRoute, redirect } from '@tanstack/react-router'
import { landingOfHome } from '../lib/landing.ts'
import { session } from '../lib/session.ts'

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: landingOfHome(session.get().isAuthenticated), replace: true })
  },
})
