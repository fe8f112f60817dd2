import type { Money } from '@dooryard/contract/api/money'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'

/** The name of the live plan, and the payments less refunds in each currency. */
export type CustomerFacts = { planName: string | undefined; spent: Money[] }

/** Facts of the given users, of every user who subscribes or has paid. */
export async function listCustomerFacts(db: Db, userIds: readonly string[]): Promise<Map<string, CustomerFacts>> {
  if (userIds.length === 0) return new Map()
  const plans = await db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select(['subscriptions.userId', 'plans.name'])
    .where('subscriptions.userId', 'in', [...userIds])
    .where('subscriptions.status', '<>', 'INACTIVE')
    .execute()
  const payments = await db
    .selectFrom('paymentTransactions')
    .select(['userId', 'currency', sql<number>`sum(amount - partial_refund_amount)::bigint`.as('amount')])
    .where('userId', 'in', [...userIds])
    .where('status', '=', 'PAID')
    .groupBy(['userId', 'currency'])
    .orderBy('currency')
    .execute()
  const facts = new Map<string, CustomerFacts>()
  const getFacts = (userId: string): CustomerFacts => {
    const known = facts.get(userId) ?? { planName: undefined, spent: [] }
    facts.set(userId, known)
    return known
  }
  for (const { userId, name } of plans) getFacts(userId).planName = name
  for (const { userId, amount, currency } of payments) getFacts(userId).spent.push({ amount, currency })
  return facts
}
