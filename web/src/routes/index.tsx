import { createFileRoute } from '@tanstack/react-router'

// Nobody stays here: the root route's guard leads everybody on.
export const Route = createFileRoute('/')({})
