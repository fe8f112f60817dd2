import { BillingInterval } from '@dooryard/contract/billing/plans'
import type Stripe from 'stripe'
import { z } from 'zod'
import { parseJson } from '../../../../platform/util/json.ts'
import type { PlanTerms } from '../provider.ts'

/**
 * The plan metadata of a subscription: the next plan, and every plan ever agreed under its id. Stripe copies metadata
 * to an invoice only when it is finalized, an hour after creation, when the plan may be another one: the invoice line
 * names the billed plan, and the agreed terms say what it grants.
 */
export const planMetadata = ({ planId, name, interval, price, credits }: PlanTerms) => ({
  planId,
  planName: name,
  interval,
  price: String(price),
  credits: String(credits),
  [agreedKey({ planId, interval })]: JSON.stringify({ name, price, credits }),
})

const productPrefixes = { MONTH: 'dooryard_plan_', YEAR: 'dooryard_annual_' } as const

type PlanKey = Pick<PlanTerms, 'planId' | 'interval'>

/** A product for each interval, so that an invoice line says which price it bills. */
export const planProductId = ({ planId, interval }: PlanKey) => `${productPrefixes[interval]}${planId}`

// Keys of metadata have at most 40 characters.
const agreedKey = ({ planId, interval }: PlanKey) => (interval === 'YEAR' ? `y_${planId}` : planId)

function parsePlanProduct(product: string): PlanKey | undefined {
  const interval = BillingInterval.options.find((one) => product.startsWith(productPrefixes[one]))
  return interval && { planId: product.slice(productPrefixes[interval].length), interval }
}

const AgreedTerms = z.object({ name: z.string(), price: z.int(), credits: z.int() })

type BilledLine = Pick<Stripe.InvoiceLineItem, 'pricing' | 'parent' | 'amount'>

/** Whether a line is for part of a period: a preview marks it on the subscription item, an invoice on its own item. */
export const isProration = ({ parent }: Pick<Stripe.InvoiceLineItem, 'parent'>): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false

/** The plan that an invoice bills; undefined if its lines match no agreed plan. */
export function getBilledPlan(
  lines: readonly BilledLine[],
  metadata: Stripe.Metadata | null | undefined,
  currency: string,
): PlanTerms | undefined {
  const plans = lines.filter((line) => parsePlanProduct(getProductId(line)))
  // A whole period; for a plan change, the charged days and not the credited ones.
  const line = plans.find((one) => !isProration(one)) ?? plans.toSorted((one, other) => other.amount - one.amount)[0]
  const key = line && parsePlanProduct(getProductId(line))
  if (!line || !key) return undefined
  const agreed = parseAgreedTerms(metadata?.[agreedKey(key)])
  if (!agreed) return undefined
  const { name, credits } = agreed
  const price = isProration(line) ? agreed.price : Number(line.pricing?.unit_amount_decimal ?? agreed.price)
  return { ...key, name, price, currency: currency.toUpperCase(), credits }
}

export const getProductId = ({ pricing }: Pick<BilledLine, 'pricing'>): string => pricing?.price_details?.product ?? ''

/** Also undefined if the metadata was edited at Stripe. */
const parseAgreedTerms = (text = '') => AgreedTerms.safeParse(parseJson(text)).data

/** The plan in the metadata; undefined if there is none, as for other products sold on the account. */
export function parsePlanTerms(metadata: Stripe.Metadata | null | undefined, currency: string): PlanTerms | undefined {
  const { planId, planName, price, credits } = metadata ?? {}
  if (!planId || !planName || !price || !credits) return undefined
  const terms = { planId, name: planName, price: Number(price), credits: Number(credits) }
  // Subscriptions from before plans were sold by the year have no interval.
  return { ...terms, interval: metadata?.interval === 'YEAR' ? 'YEAR' : 'MONTH', currency: currency.toUpperCase() }
}

/** Prices are created inline, so an edited plan needs no upkeep at Stripe. */
export const buildRecurringPrice = ({ price, currency, interval }: PlanTerms, product: string) => ({
  currency: currency.toLowerCase(),
  product,
  unit_amount: price,
  recurring: { interval: interval === 'YEAR' ? ('year' as const) : ('month' as const) },
})

export const at = (seconds: number): Date => new Date(seconds * 1000)
