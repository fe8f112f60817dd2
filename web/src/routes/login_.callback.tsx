import { createFileRoute } from '@tanstack/react-router'
import { CallbackScreen } from '../features/auth/external/callback-screen.tsx'

export const Route = createFileRoute('/login_/callback')({ component: CallbackScreen })
