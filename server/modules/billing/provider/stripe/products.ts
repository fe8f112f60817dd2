import type Stripe from 'stripe'
import type { PlanTerms } from '../provider.ts'
import { planProductId } from './plan-rules.ts'
import { isRefusal } from './stripe-errors.ts'

export const unpaidDaysProductId = 'dooryard_unpaid_days'

export type Products = (id: string, name: string) => Promise<string>

/** The product names on Stripe's invoices and reports. The ids are ours, so no product is created twice. */
export function stripeProducts(stripe: Stripe): Products {
  const known = new Map<string, string>()
  return async (id, name) => {
    if (known.get(id) !== name) await ensureProduct(stripe, id, name)
    known.set(id, name)
    return id
  }
}

async function ensureProduct(stripe: Stripe, id: string, name: string): Promise<void> {
  try {
    const { name: called, active } = await stripe.products.retrieve(id)
    if (called !== name || !active) await stripe.products.update(id, { name, active: true })
  } catch (error) {
    if (!isRefusal(error, 'resource_missing')) throw error
    await createProduct(stripe, id, name)
  }
}

async function createProduct(stripe: Stripe, id: string, name: string): Promise<void> {
  try {
    await stripe.products.create({ id, name })
  } catch (error) {
    // Another process was faster.
    if (!isRefusal(error, 'resource_already_exists')) throw error
  }
}

export const planProduct = (products: Products, plan: PlanTerms) =>
  products(planProductId(plan), plan.interval === 'YEAR' ? `${plan.name}, annual` : plan.name)

export const packProduct = (products: Products, { packId, name }: { packId: string; name: string }) =>
  products(`dooryard_pack_${packId}`, name)

/** A coupon's discount on a plan change, which is a separate line. */
export const discountProduct = (products: Products) => products('dooryard_discount', 'Discount')

/** What Stripe credits in a plan change although it was never paid; it is charged back as a separate line. */
export const unpaidDaysProduct = (products: Products) =>
  products(unpaidDaysProductId, 'Days that were discounted or refunded')
