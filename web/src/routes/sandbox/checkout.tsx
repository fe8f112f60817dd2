import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { CheckoutScreen } from '../../features/sandbox/checkout-screen.tsx'
import { optional } from '../../lib/search-params.ts'

const CheckoutSearch = z.object({
  // One of digits alone reads as a number.
  session: optional(z.union([z.string(), z.number().transform(String)])),
})

export const Route = createFileRoute('/sandbox/checkout')({
  validateSearch: CheckoutSearch,
  component: function CheckoutRoute() {
    return <CheckoutScreen session={Route.useSearch().session} />
  },
})
