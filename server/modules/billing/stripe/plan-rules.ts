import type Stripe from 'stripe'
import { z } from 'zod'
import { parseJson } from '../../../platform/json.ts'
import type { PlanTerms } from '../provider.ts'

/**
 * What is written onto a subscription about its plan: the one that comes next, and under its id each that was ever
 * agreed. Stripe copies it onto an invoice only when that is finalized, an hour after it was made, and the plan may be
 * another by then: which one an invoice bills is said by its line, and what that plan gives, by what was agreed.
 */
export const planMetadata = ({ planId, name, price, credits }: PlanTerms) => ({
  planId,
  planName: name,
  price: String(price),
  credits: String(credits),
  [planId]: JSON.stringify({ name, price, credits }),
})

const planProductPrefix = 'dooryard_plan_'

export const planProductId = (planId: string) => `${planProductPrefix}${planId}`

const Agreed = z.object({ name: z.string(), price: z.int(), credits: z.int() })

type Billed = Pick<Stripe.InvoiceLineItem, 'pricing' | 'parent' | 'amount'>

/** Whether a line is for part of a month: a preview says so of the subscription's item, an invoice of its own. */
export const isProration = ({ parent }: Pick<Stripe.InvoiceLineItem, 'parent'>): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false

/** The plan that an invoice bills; undefined where none was agreed that its lines are for. */
export function planBilled(
  lines: readonly Billed[],
  metadata: Stripe.Metadata | null | undefined,
  currency: string,
): PlanTerms | undefined {
  const plans = lines.filter((line) => productOf(line).startsWith(planProductPrefix))
  // A whole month; of a change, the days that are charged and not those that are given back.
  const line = plans.find((one) => !isProration(one)) ?? plans.toSorted((one, other) => other.amount - one.amount)[0]
  if (!line) return undefined
  const planId = productOf(line).slice(planProductPrefix.length)
  const agreed = agreedOf(metadata?.[planId])
  if (!agreed) return undefined
  const { name, credits } = agreed
  const price = isProration(line) ? agreed.price : Number(line.pricing?.unit_amount_decimal ?? agreed.price)
  return { planId, name, price, currency: currency.toUpperCase(), credits }
}

const productOf = ({ pricing }: Pick<Billed, 'pricing'>): string => pricing?.price_details?.product ?? ''

/** Undefined also where somebody has written something else there at Stripe. */
const agreedOf = (text = '') => Agreed.safeParse(parseJson(text)).data

/** The plan that was written down so; undefined where none was, as for what else is sold on the same account. */
export function planOf(metadata: Stripe.Metadata | null | undefined, currency: string): PlanTerms | undefined {
  const { planId, planName, price, credits } = metadata ?? {}
  if (!planId || !planName || !price || !credits) return undefined
  return { planId, name: planName, price: Number(price), currency: currency.toUpperCase(), credits: Number(credits) }
}

/** Prices are made on the spot, so an edited plan needs no bookkeeping at Stripe. */
export const monthlyPrice = ({ price, currency }: PlanTerms, product: string) => ({
  currency: currency.toLowerCase(),
  product,
  unit_amount: price,
  recurring: { interval: 'month' as const },
})

export const at = (seconds: number): Date => new Date(seconds * 1000)
