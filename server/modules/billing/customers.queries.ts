import type { PaymentMethod } from '@dooryard/contract/billing'
import { sql } from 'kysely'
import { selectAccounts } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { lockUserKey } from '../identity/index.ts'
import { lockAutoTopUp } from './auto-top-up/auto-top-up.queries.ts'
import type { ProviderName } from './provider.ts'

export const findCustomer = (db: Db, userId: string, provider: ProviderName) =>
  db
    .selectFrom('billingCustomers')
    .select(['providerId', 'paymentMethod'])
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()

const customerAt = (db: Db, provider: ProviderName, providerId: string) =>
  db
    .selectFrom('billingCustomers')
    .select('userId')
    .where('provider', '=', provider)
    .where('providerId', '=', providerId)

export const findCustomerAt = (...by: Parameters<typeof customerAt>) => customerAt(...by).executeTakeFirst()

/** Whatever is recorded of a customer takes this lock first, so that it is recorded one thing after another. */
export async function lockCustomerAt(db: Db, provider: ProviderName, providerId: string) {
  const customer = await customerAt(db, provider, providerId).forUpdate().executeTakeFirst()
  if (!customer) return undefined
  // Before anything that refers to the user is written or locked, as whoever closes an account does.
  await lockUserKey(db, customer.userId)
  // A refund switches it off. Everybody else takes this lock before purchases and credits, too.
  await lockAutoTopUp(db, customer.userId)
  return customer
}

type NewCustomer = { userId: string; provider: ProviderName; providerId: string; createdAt: Date }

/** Of two who asked at once the first stays. */
export const insertCustomer = (db: Db, customer: NewCustomer) =>
  db
    .insertInto('billingCustomers')
    .values(customer)
    .onConflict((conflict) => conflict.columns(['userId', 'provider']).doNothing())
    .execute()

export async function takeNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number }>`select nextval('provider_asks') as number`.execute(db)
  return rows[0]?.number ?? 0
}

type KnownCard = { userId: string; provider: ProviderName; sequence: number; card: PaymentMethod | undefined }

/** Keeps the card that the provider named, unless a later answer is kept already. */
export const keepPaymentMethod = (db: Db, { userId, provider, sequence, card }: KnownCard) =>
  db
    .updateTable('billingCustomers')
    .set({ sequence, paymentMethod: card ? JSON.stringify(card) : null })
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .where('sequence', '<', sequence)
    .execute()

/** Removes the card of accounts that are closed. What a provider tells later may bring it back, so it is done again. */
export const forgetCards = ({ db }: { db: Db }) =>
  db
    .updateTable('billingCustomers')
    .from(selectAccounts(db).as('users'))
    .set({ paymentMethod: null })
    .whereRef('users.id', '=', 'billingCustomers.userId')
    .where('users.closedAt', 'is not', null)
    .where('billingCustomers.paymentMethod', 'is not', null)
    .execute()

/** Written by recording only, as the provider has it. */
export const paymentMethodIn = (row: { paymentMethod: unknown } | undefined): PaymentMethod | undefined =>
  (row?.paymentMethod as PaymentMethod | null | undefined) ?? undefined
