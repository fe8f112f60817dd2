import type { PaymentMethod } from '@dooryard/contract/billing/billing'
import { sql } from 'kysely'
import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { lockUserForReference } from '../../identity/index.ts'
import { lockAutoTopUp } from '../auto-top-up/auto-top-up.queries.ts'
import type { ProviderName } from '../provider/provider.ts'

export const findCustomer = (db: Db, userId: string, provider: ProviderName) =>
  db
    .selectFrom('billingCustomers')
    .select(['providerId', 'paymentMethod'])
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()

const selectCustomer = (db: Db, provider: ProviderName, providerId: string) =>
  db
    .selectFrom('billingCustomers')
    .select('userId')
    .where('provider', '=', provider)
    .where('providerId', '=', providerId)

export const findCustomerByProviderId = (...by: Parameters<typeof selectCustomer>) =>
  selectCustomer(...by).executeTakeFirst()

/** Takes the lock that recording anything about a customer takes first, so that records are serialized. */
export async function lockCustomerByProviderId(db: Db, provider: ProviderName, providerId: string) {
  const customer = await selectCustomer(db, provider, providerId).forUpdate().executeTakeFirst()
  if (!customer) return undefined
  // Before writing or locking anything that refers to the user, as closing an account does.
  await lockUserForReference(db, customer.userId)
  // A refund disables automatic top-up. Every other caller also takes this lock before purchases and credits.
  await lockAutoTopUp(db, customer.userId)
  return customer
}

type NewCustomer = { userId: string; provider: ProviderName; providerId: string; createdAt: Date }

/** Of two concurrent inserts, the first stays. */
export const insertCustomer = (db: Db, customer: NewCustomer) =>
  db
    .insertInto('billingCustomers')
    .values(customer)
    .onConflict((conflict) => conflict.columns(['userId', 'provider']).doNothing())
    .execute()

export async function nextSyncNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('provider_asks') as number`.execute(db)
  return rows[0]?.number ?? 0
}

type CardUpdate = { userId: string; provider: ProviderName; sequence: number; card: PaymentMethod | undefined }

/** Saves the card that the provider reported, unless a later response is already saved. */
export const savePaymentMethod = (db: Db, { userId, provider, sequence, card }: CardUpdate) =>
  db
    .updateTable('billingCustomers')
    .set({ sequence, paymentMethod: card ? JSON.stringify(card) : null })
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .where('sequence', '<', sequence)
    .execute()

/** Removes the cards of closed accounts. Runs repeatedly, because a later provider event may restore a card. */
export const deleteClosedAccountCards = ({ db }: { db: Db }) =>
  db
    .updateTable('billingCustomers')
    .from(selectAccounts(db).as('users'))
    .set({ paymentMethod: null })
    .whereRef('users.id', '=', 'billingCustomers.userId')
    .where('users.closedAt', 'is not', null)
    .where('billingCustomers.paymentMethod', 'is not', null)
    .execute()

/** The column is written only by recording, in the provider's shape. */
export const readPaymentMethod = (row: { paymentMethod: unknown } | undefined): PaymentMethod | undefined =>
  (row?.paymentMethod as PaymentMethod | null | undefined) ?? undefined
