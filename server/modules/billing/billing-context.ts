import type { Context, Services } from '../../platform/context.ts'
import { appError } from '../../platform/errors/app-error.ts'
import type { PaymentProvider } from './provider/provider.ts'

export type Invoicing = {
  /** Name and address of the seller, line by line. */
  seller: readonly string[]
  /** Prices include it. `rate` is in thousandths of a percent: 8.25% is 8250. */
  tax: { name: string; rate: number }
}

/** The provider is null if payments are off. */
export type Billing = { provider: PaymentProvider | null; invoicing: Invoicing }

export type BillingServices = Services & Billing
export type BillingContext = Context & Billing

/** Returns the provider; throws UNAVAILABLE if payments are off. */
export function requireProvider({ provider }: Billing): PaymentProvider {
  if (!provider) throw appError('UNAVAILABLE', 'Payments are not set up on this portal.')
  return provider
}
