import { createRootRoute } from '@tanstack/react-router'
import { ErrorScreen } from '../ui/feedback/error-screen.tsx'
import { NotFoundScreen } from '../ui/feedback/not-found-screen.tsx'

export const Route = createRootRoute({ errorComponent: ErrorScreen, notFoundComponent: NotFoundScreen })
