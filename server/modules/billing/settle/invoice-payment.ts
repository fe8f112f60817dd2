import { formatPeriod } from '../../../platform/format.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { type CheckoutRow, findCheckout } from '../checkouts.queries.ts'
import type { ProviderInvoice } from '../provider.ts'
import { isOurId } from './our-ids.ts'
import { isPaidByOther, type PaymentFacts } from './payments.queries.ts'
import type { Payment } from './record-payment.ts'
import type { Recording } from './recording.ts'
import { findQuote } from './settle.queries.ts'

/** Whose invoice it is, and of which subscription of ours. */
type Owner = { userId: string; subscriptionId: string; checkoutId: string; provider: PaymentFacts['provider'] }

type Quote = NonNullable<Awaited<ReturnType<typeof findQuote>>>

/** What an invoice of the provider is in our words: the payment that it asks for, and what that gives. */
export async function paymentOf({ db }: Recording, invoice: ProviderInvoice, owner: Owner) {
  const checkout = invoice.reason === 'FIRST' ? await checkoutOf(db, owner) : undefined
  const quote = await quoteOf(db, invoice, owner)
  const payment: Payment = {
    facts: factsOf(invoice, owner, checkout, quote),
    paymentRef: invoice.paymentRef,
    paidAt: invoice.paidAt ?? invoice.at,
    card: invoice.card,
    lines: linesOf(invoice, quote),
    credits: { ...creditsOf(invoice, quote), says: () => inWords(invoice, quote) },
    bonusCredits: checkout?.bonusCredits ?? quote?.bonusCredits ?? 0,
    buyer: invoice.reason === 'RENEWAL' ? undefined : owner.userId,
  }
  return payment
}

/**
 * What stands on an invoice can be written there by others who sell by the same account: only the owner's own counts.
 */
async function checkoutOf(db: Db, { userId, checkoutId }: Owner): Promise<CheckoutRow | undefined> {
  const checkout = isOurId(checkoutId) ? await findCheckout(db, checkoutId) : undefined
  return checkout?.userId === userId ? checkout : undefined
}

/**
 * The quote that an invoice is for, unless another was paid for it: a change that somebody makes at the provider still
 * shows the quote of the change before, whose credits are not given again.
 */
async function quoteOf(db: Db, { id, quoteId }: ProviderInvoice, { userId, provider }: Owner) {
  const quote = isOurId(quoteId) ? await findQuote(db, quoteId) : undefined
  if (quote?.userId !== userId) return undefined
  return (await isPaidByOther(db, quote.id, { provider, providerRef: id })) ? undefined : quote
}

function factsOf(
  invoice: ProviderInvoice,
  { userId, provider, subscriptionId }: Owner,
  checkout: CheckoutRow | undefined,
  quote: Quote | undefined,
): PaymentFacts {
  const { id, reason, amount, discount, currency, periodStart, periodEnd, at } = invoice
  return {
    userId,
    provider,
    providerRef: id,
    kind: 'SUBSCRIPTION',
    reason,
    subscriptionId,
    amount,
    discount,
    currency,
    periodStart,
    periodEnd,
    description: inWords(invoice, quote),
    checkoutId: checkout?.id ?? null,
    quoteId: quote?.id ?? null,
    couponCode: checkout?.couponCode ?? quote?.couponCode ?? null,
    createdAt: at,
  }
}

/** Which plan, and for which days: of a change, those that were left. */
const inWords = ({ reason, plan, periodStart, periodEnd }: ProviderInvoice, quote: Quote | undefined) =>
  `${reason === 'CHANGE' ? `Change to ${plan.name}` : plan.name}, ` +
  formatPeriod(quote?.proratedAt ?? periodStart, periodEnd)

function linesOf(invoice: ProviderInvoice, quote: Quote | undefined) {
  const { plan, periodEnd, amount, discount } = invoice
  if (!quote) return [{ text: inWords(invoice, quote), amount: amount + discount }]
  const left = formatPeriod(quote.proratedAt, periodEnd)
  return [
    { text: `${plan.name}, ${left}`, amount: quote.charge },
    { text: `Unused days of ${quote.fromPlan}, ${left}`, amount: -quote.credit },
  ]
}

function creditsOf({ reason, plan }: ProviderInvoice, quote: Quote | undefined) {
  if (reason === 'CHANGE') return { how: 'GRANT', amount: quote?.creditsNow ?? 0 } as const
  return { how: reason === 'RENEWAL' ? 'RENEWAL' : 'GRANT', amount: plan.credits } as const
}
