import { createFileRoute } from '@tanstack/react-router'

// Never rendered: the root route's guard redirects.
export const Route = createFileRoute('/')({})
