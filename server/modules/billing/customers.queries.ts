import type { PaymentMethod } from '@dooryard/contract/billing'
import type { Db } from '../../platform/postgres/database.ts'
import type { ProviderName } from './provider.ts'

export type BuyerRow = Awaited<ReturnType<typeof findBuyer>>

/** Whom a purchase is for, as invoices name them. */
export const findBuyer = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select([
      'firstName',
      'lastName',
      'companyName',
      'email',
      'addressStreet',
      'addressAptSuite',
      'addressCity',
      'addressState',
      'addressZip',
      'addressCountry',
      'closedAt',
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** Who a user is to a provider. */
export const findCustomer = (db: Db, userId: string, provider: ProviderName) =>
  db
    .selectFrom('billingCustomers')
    .select(['providerId', 'paymentMethod'])
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()

/** Keeps the one that is there: of two who asked at once the first stays. */
export const insertCustomer = (
  db: Db,
  { userId, provider, providerId, now }: { userId: string; provider: ProviderName; providerId: string; now: Date },
) =>
  db
    .insertInto('billingCustomers')
    .values({ userId, provider, providerId, createdAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'provider']).doNothing())
    .execute()

/** Removes the card of accounts that are closed. What a provider tells later may bring it back, so it is done again. */
export const forgetCards = ({ db }: { db: Db }) =>
  db
    .updateTable('billingCustomers')
    .from('users')
    .set({ paymentMethod: null })
    .whereRef('users.id', '=', 'billingCustomers.userId')
    .where('users.closedAt', 'is not', null)
    .where('billingCustomers.paymentMethod', 'is not', null)
    .execute()

/** Written by recording only, as the provider has it. */
export const paymentMethodIn = (row: { paymentMethod: unknown } | undefined): PaymentMethod | undefined =>
  (row?.paymentMethod as PaymentMethod | null | undefined) ?? undefined
