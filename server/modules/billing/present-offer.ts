import type { Pack, Plan } from '@dooryard/contract/plans'
import type { PackRow, PlanRow } from './offers.queries.ts'
import type { PlanTerms } from './provider.ts'

export const presentPlan = ({ id, name, monthlyCredits, price, currency }: Omit<PlanRow, 'isActive'>): Plan => ({
  id,
  name,
  monthlyCredits,
  price: { amount: price, currency },
})

export const presentPack = ({ id, name, credits, price, currency }: Omit<PackRow, 'isActive'>): Pack => ({
  id,
  name,
  credits,
  price: { amount: price, currency },
})

/** A plan as whoever subscribes now gets it. */
export const termsOf = ({ id, name, price, currency, monthlyCredits }: PlanRow): PlanTerms => ({
  planId: id,
  name,
  price,
  currency,
  credits: monthlyCredits,
})
