import type Stripe from 'stripe'
import type { Bought } from '../proration-rules.ts'
import type { ProviderInvoice } from '../provider.ts'
import { invoicesOf } from './invoices.ts'

/**
 * What was paid in the month that runs until then. Stripe credits days by the price of their line: it knows of the
 * coupon of a whole invoice, but neither of one that is a line of its own, as in a change, nor of what was paid back.
 */
export async function boughtUntil(stripe: Stripe, subscriptionId: string, periodEnd: Date): Promise<Bought[]> {
  const invoices = await invoicesOf(stripe, subscriptionId)
  return invoices.filter((one) => isPaid(one) && one.periodEnd.getTime() === periodEnd.getTime()).map(boughtBy)
}

const isPaid = ({ status }: ProviderInvoice) => status === 'PAID' || status === 'REFUNDED'

const boughtBy = ({ amount, wentBack = 0, reason, discount, periodStart: from }: ProviderInvoice): Bought => ({
  amount: Math.max(0, amount - wentBack),
  less: wentBack + (reason === 'CHANGE' ? discount : 0),
  from,
})
