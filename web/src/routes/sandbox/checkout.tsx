import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { CheckoutScreen } from '../../features/sandbox/checkout-screen.tsx'
import { optionalParam } from '../../lib/navigation/search-params.ts'

const CheckoutSearch = z.object({
  // An id of digits alone is parsed as a number.
  session: optionalParam(z.union([z.string(), z.number().transform(String)])),
})

export const Route = createFileRoute('/sandbox/checkout')({
  validateSearch: CheckoutSearch,
  component: function CheckoutRoute() {
    return <CheckoutScreen session={Route.useSearch().session} />
  },
})
