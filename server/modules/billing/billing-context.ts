import type { Context, Services } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import type { PaymentProvider } from './provider.ts'

export type Invoicing = {
  /** Name and address of whoever sells, line by line. */
  seller: readonly string[]
  /** Prices contain it. `rate` is in thousandths of a percent: 8.25% is 8250. */
  tax: { name: string; rate: number }
}

/** The provider is null where nobody takes money. */
export type Billing = { provider: PaymentProvider | null; invoicing: Invoicing }

export type BillingServices = Services & Billing
export type BillingContext = Context & Billing

/** The provider, or UNAVAILABLE where payments are off. */
export function providerOf({ provider }: Billing): PaymentProvider {
  if (!provider) throw appError('UNAVAILABLE', 'Payments are not set up on this portal.')
  return provider
}
