import type Stripe from 'stripe'
import type { CheckoutItem, PlanTerms } from '../provider.ts'
import { planProductId } from './plan-rules.ts'
import { isRefusal } from './stripe-errors.ts'

export type Products = (id: string, name: string) => Promise<string>

/** What Stripe's invoices and reports call the things that are sold. Their ids are ours, so none is made twice. */
export function stripeProducts(stripe: Stripe): Products {
  const known = new Map<string, string>()
  return async (id, name) => {
    if (known.get(id) !== name) await makeSure(stripe, id, name)
    known.set(id, name)
    return id
  }
}

async function makeSure(stripe: Stripe, id: string, name: string): Promise<void> {
  try {
    const { name: called, active } = await stripe.products.retrieve(id)
    if (called !== name || !active) await stripe.products.update(id, { name, active: true })
  } catch (error) {
    if (!isRefusal(error, 'resource_missing')) throw error
    await create(stripe, id, name)
  }
}

async function create(stripe: Stripe, id: string, name: string): Promise<void> {
  try {
    await stripe.products.create({ id, name })
  } catch (error) {
    // Another process was faster.
    if (!isRefusal(error, 'resource_already_exists')) throw error
  }
}

export const planProduct = (products: Products, { planId, name }: PlanTerms) => products(planProductId(planId), name)

export const packProduct = (products: Products, { packId, name }: Extract<CheckoutItem, { kind: 'PACK' }>) =>
  products(`dooryard_pack_${packId}`, name)

/** What a coupon takes off a change of plan, which is a line of its own there. */
export const discountProduct = (products: Products) => products('dooryard_discount', 'Discount')

/** What Stripe credits of a month in a change of plan and nobody paid for, so it is charged in a line of its own. */
export const unpaidDaysProduct = (products: Products) =>
  products('dooryard_unpaid_days', 'Days that were discounted or refunded')
