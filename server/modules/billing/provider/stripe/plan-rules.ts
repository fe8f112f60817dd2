import type Stripe from 'stripe'
import { z } from 'zod'
import { parseJson } from '../../../../platform/util/json.ts'
import type { PlanTerms } from '../provider.ts'

/**
 * The plan metadata of a subscription: the next plan, and every plan ever agreed under its id. Stripe copies metadata
 * to an invoice only when it is finalized, an hour after creation, when the plan may be another one: the invoice line
 * names the billed plan, and the agreed terms say what it grants.
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

const AgreedTerms = z.object({ name: z.string(), price: z.int(), credits: z.int() })

type BilledLine = Pick<Stripe.InvoiceLineItem, 'pricing' | 'parent' | 'amount'>

/** Whether a line is for part of a month: a preview marks it on the subscription item, an invoice on its own item. */
export const isProration = ({ parent }: Pick<Stripe.InvoiceLineItem, 'parent'>): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false

/** The plan that an invoice bills; undefined if its lines match no agreed plan. */
export function getBilledPlan(
  lines: readonly BilledLine[],
  metadata: Stripe.Metadata | null | undefined,
  currency: string,
): PlanTerms | undefined {
  const plans = lines.filter((line) => getProductId(line).startsWith(planProductPrefix))
  // A whole month; for a plan change, the charged days and not the credited ones.
  const line = plans.find((one) => !isProration(one)) ?? plans.toSorted((one, other) => other.amount - one.amount)[0]
  if (!line) return undefined
  const planId = getProductId(line).slice(planProductPrefix.length)
  const agreed = parseAgreedTerms(metadata?.[planId])
  if (!agreed) return undefined
  const { name, credits } = agreed
  const price = isProration(line) ? agreed.price : Number(line.pricing?.unit_amount_decimal ?? agreed.price)
  return { planId, name, price, currency: currency.toUpperCase(), credits }
}

const getProductId = ({ pricing }: Pick<BilledLine, 'pricing'>): string => pricing?.price_details?.product ?? ''

/** Also undefined if the metadata was edited at Stripe. */
const parseAgreedTerms = (text = '') => AgreedTerms.safeParse(parseJson(text)).data

/** The plan in the metadata; undefined if there is none, as for other products sold on the account. */
export function parsePlanTerms(metadata: Stripe.Metadata | null | undefined, currency: string): PlanTerms | undefined {
  const { planId, planName, price, credits } = metadata ?? {}
  if (!planId || !planName || !price || !credits) return undefined
  return { planId, name: planName, price: Number(price), currency: currency.toUpperCase(), credits: Number(credits) }
}

/** Prices are created inline, so an edited plan needs no upkeep at Stripe. */
export const buildMonthlyPrice = ({ price, currency }: PlanTerms, product: string) => ({
  currency: currency.toLowerCase(),
  product,
  unit_amount: price,
  recurring: { interval: 'month' as const },
})

export const at = (seconds: number): Date => new Date(seconds * 1000)
