import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { CheckoutScreen } from '../../features/sandbox/checkout-screen.tsx'

const CheckoutSearch = z.object({
  // One of digits alone reads as a number.
  session: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
})

export const Route = createFileRoute('/sandbox/checkout')({
  validateSearch: CheckoutSearch,
  component: function CheckoutRoute() {
    return <CheckoutScreen session={Route.useSearch().session} />
  },
})
