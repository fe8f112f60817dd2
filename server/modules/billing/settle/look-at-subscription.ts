import type { PaymentMethod } from '@dooryard/contract/billing'
import { appError } from '../../../platform/errors.ts'
import type { BillingServices } from '../billing-context.ts'
import { providerOf } from '../billing-context.ts'
import type { ProviderInvoice, ProviderSubscription } from '../provider.ts'
import { takeNumber } from './settle.queries.ts'
import { isSettled } from './subscription-state-rules.ts'

/** A subscription and its invoices as the provider had them when it was asked, under a number that was taken before. */
export type Look = {
  number: number
  /** The time of the provider. */
  now: Date
  subscription: ProviderSubscription
  invoices: ProviderInvoice[]
  card: PaymentMethod | undefined
}

/**
 * Asks the provider for a subscription and its invoices. An answer may come late, after what somebody else was told
 * later is recorded. Whoever took a higher number asked after this one's was taken, and so knows of everything that
 * made this one ask: an answer with a lower number than the recorded one is dropped, and nothing is lost by it.
 * UNAVAILABLE while the provider is still about to begin what is paid for.
 */
export async function lookAt(services: BillingServices, id: string, known?: ProviderInvoice): Promise<Look> {
  const provider = providerOf(services)
  const number = await takeNumber(services.db)
  // The invoices first: a subscription that is not paid for yet must not be taken for the state of one that is.
  const listed = await provider.invoicesOf(id)
  const isListed = listed.some((invoice) => invoice.id === known?.id)
  const invoices = known && !isListed ? [...listed, await provider.invoice(known.id)] : listed
  const subscription = await provider.subscription(id)
  refuseHalfMade(subscription, invoices)
  const card = await provider.paymentMethod(subscription.customerId)
  return { number, now: await provider.now(), subscription, invoices, card }
}

/** Recorded as it is, it would be over before it began: what has ended has ended. */
function refuseHalfMade({ status, endedAt }: ProviderSubscription, invoices: readonly ProviderInvoice[]) {
  if (status === 'INACTIVE' && !endedAt && invoices.some(isSettled))
    throw appError('UNAVAILABLE', 'Your payment was made, and your subscription begins in a moment. Please try again.')
}
