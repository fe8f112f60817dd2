// The shared parts of the screens behind the sign-in, in one chunk.
import './lib/navigation/portal-access.ts'

export { traceUse } from './lib/errors/breadcrumbs.ts'
export { routeTree } from './routeTree.gen.ts'
export { NotFoundScreen } from './ui/feedback/not-found-screen.tsx'
export { ScreenSkeleton } from './ui/feedback/screen-skeleton.tsx'
