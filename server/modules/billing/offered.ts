import type { Purchase } from '@dooryard/contract/purchases'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findPack, findPlan } from './offers.queries.ts'
import { termsOf } from './present-offer.ts'
import type { CheckoutItem } from './provider.ts'

/** Something that can be bought now: what it costs without a coupon, and how many credits it gives. */
export type Offered = {
  item: Exclude<CheckoutItem, { kind: 'PAYMENT_METHOD' }>
  name: string
  price: number
  currency: string
  credits: number
}

/** The plan or pack that somebody wants to buy; NOT_FOUND where it is not on offer. */
export const offered = (db: Db, { planId, packId }: Purchase): Promise<Offered> =>
  planId ? offeredPlan(db, planId) : offeredPack(db, packId ?? '')

async function offeredPlan(db: Db, id: string): Promise<Offered> {
  const plan = await findPlan(db, id)
  if (!plan?.isActive) throw notFound('This plan')
  const { name, price, currency, monthlyCredits: credits } = plan
  return { item: { kind: 'SUBSCRIPTION', plan: termsOf(plan) }, name, price, currency, credits }
}

async function offeredPack(db: Db, id: string): Promise<Offered> {
  const pack = await findPack(db, id)
  if (!pack?.isActive) throw notFound('This pack')
  const { name, price, currency, credits } = pack
  return { item: { kind: 'PACK', packId: id, name, price, currency }, name, price, currency, credits }
}
