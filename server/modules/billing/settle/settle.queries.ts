import type { PaymentMethod } from '@dooryard/contract/billing'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import { lockAutoTopUp } from '../auto-top-up/auto-top-up.queries.ts'
import type { ProviderName } from '../provider.ts'

/** The next of the numbers under which the provider is asked. */
export async function takeNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('provider_asks') as number`.execute(db)
  return rows[0]?.number ?? 0
}

export const findCustomerAt = (db: Db, provider: ProviderName, providerId: string) =>
  db
    .selectFrom('billingCustomers')
    .select(['userId', 'providerId', 'asked'])
    .where('provider', '=', provider)
    .where('providerId', '=', providerId)
    .executeTakeFirst()

/** Whatever is recorded of a customer takes this lock first, so that it is recorded one thing after another. */
export async function lockCustomerAt(db: Db, provider: ProviderName, providerId: string) {
  const customer = await db
    .selectFrom('billingCustomers')
    .select(['userId', 'providerId', 'asked'])
    .where('provider', '=', provider)
    .where('providerId', '=', providerId)
    .forUpdate()
    .executeTakeFirst()
  if (!customer) return undefined
  // Before anything that refers to the user is written or locked, as whoever closes an account does.
  await db.selectFrom('users').select('id').where('id', '=', customer.userId).forKeyShare().execute()
  // A refund switches it off. Everybody else takes this lock before purchases and credits, too.
  await lockAutoTopUp(db, customer.userId)
  return customer
}

export const keepPaymentMethod = (
  db: Db,
  { userId, provider, asked, card }: { userId: string; provider: ProviderName; asked: number; card?: PaymentMethod },
) =>
  db
    .updateTable('billingCustomers')
    .set({ asked, paymentMethod: card ? JSON.stringify(card) : null })
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .where('asked', '<', asked)
    .execute()

/** Whether somebody uses the account: it is neither deactivated nor closed. */
export const isInUse = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('isActive', '=', true)
    .executeTakeFirst()) !== undefined

/** The purchase is over. What was paid for is paid for, even where it had been given up. */
export const endCheckout = (db: Db, id: string, status: 'PAID' | 'FAILED' | 'EXPIRED', settledAt: Date) =>
  db
    .updateTable('checkouts')
    .set({ status, settledAt })
    .where('id', '=', id)
    .where('status', 'in', status === 'PAID' ? ['OPEN', 'FAILED', 'EXPIRED'] : ['OPEN'])
    .returning('id')
    .executeTakeFirst()

/** For a purchase whose process died after the provider was asked. */
export const rememberSession = (db: Db, id: string, providerId: string) =>
  db.updateTable('checkouts').set({ providerId }).where('id', '=', id).where('providerId', 'is', null).execute()

export const findQuote = (db: Db, id: string) =>
  db
    .selectFrom('subscriptionQuotes')
    .innerJoin('plans as fromPlans', 'fromPlans.id', 'subscriptionQuotes.fromPlanId')
    .select([
      'subscriptionQuotes.id',
      'subscriptionQuotes.userId',
      'subscriptionQuotes.charge',
      'subscriptionQuotes.credit',
      'subscriptionQuotes.creditsNow',
      'subscriptionQuotes.bonusCredits',
      'subscriptionQuotes.couponCode',
      'subscriptionQuotes.proratedAt',
      'fromPlans.name as fromPlan',
    ])
    .where('subscriptionQuotes.id', '=', id)
    .executeTakeFirst()

export const markQuoteApplied = (db: Db, id: string, appliedAt: Date) =>
  db.updateTable('subscriptionQuotes').set({ appliedAt }).where('id', '=', id).where('appliedAt', 'is', null).execute()
