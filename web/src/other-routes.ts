// What the screens behind the sign-in have in common, in one piece.
export { routeTree } from './routeTree.gen.ts'
export { NotFoundScreen } from './ui/feedback/not-found-screen.tsx'
export { ScreenSkeleton } from './ui/feedback/screen-skeleton.tsx'
