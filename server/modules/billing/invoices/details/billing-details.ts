import type { BillingDetails } from '@dooryard/contract/billing/billing-details'
import { audit } from '../../../../platform/audit.ts'
import type { Context } from '../../../../platform/context.ts'
import { isAppError } from '../../../../platform/errors/app-error.ts'
import { addJob } from '../../../../platform/jobs/jobs.ts'
import { findMailRecipient } from '../../../../platform/lists/owners.queries.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { lockActiveAccount } from '../../../identity/index.ts'
import type { BillingServices } from '../../billing-context.ts'
import { findCustomer } from '../../checkout/customers.queries.ts'
import { deleteBillingDetails, findBillingDetails, upsertBillingDetails } from './billing-details.queries.ts'

/** Sends the billing details of a user to the payment provider, or removes them there. The payload is `{ userId }`. */
export const sendBillingDetailsJob = 'send-billing-details'

/** Takes effect from the next invoice on; the payment provider gets it in the background. */
export const saveBillingDetails = (ctx: Context, details: BillingDetails): Promise<BillingDetails> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock, actor } = tx
    const { userId } = actor
    await lockActiveAccount(tx)
    const before = await findBillingDetails(db, userId)
    const { aptSuite, state, postalCode, taxIdType, taxId, ...required } = details
    await upsertBillingDetails(db, {
      ...{ userId, ...required, updatedAt: clock.now() },
      // An empty text clears a field, as in the profile.
      ...{ aptSuite: aptSuite || null, state: state || null, postalCode: postalCode || null },
      ...{ taxIdType: taxIdType ?? null, taxId: taxId || null },
    })
    await addSendJob(db, userId)
    const saved = (await findBillingDetails(db, userId)) ?? details
    await audit(tx, {
      action: 'billing_details.changed',
      object: { type: 'user', id: userId },
      // Addresses and numbers are the user's, and the log keeps what it has.
      ...(before && { before: toAuditDetails(before) }),
      after: toAuditDetails(saved),
    })
    return saved
  })

/** Takes effect from the next invoice on, as saving does. Nothing happens where there are none. */
export const removeBillingDetails = (ctx: Context): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor } = tx
    await lockActiveAccount(tx)
    const before = await findBillingDetails(db, actor.userId)
    if (!before) return undefined
    await clearBillingDetails(db, actor.userId)
    await audit(tx, {
      action: 'billing_details.deleted',
      object: { type: 'user', id: actor.userId },
      before: toAuditDetails(before),
    })
    return undefined
  })

/** Deletes them here at once, and at the payment provider in the background. */
export async function clearBillingDetails(db: Db, userId: string): Promise<void> {
  await deleteBillingDetails(db, userId)
  await addSendJob(db, userId)
}

const toAuditDetails = ({ country, taxIdType }: BillingDetails) => ({ country, taxIdType: taxIdType ?? null })

/** For a customer that the provider has just got. */
export async function sendBillingDetailsOfNewCustomer(db: Db, userId: string): Promise<void> {
  if (await findBillingDetails(db, userId)) await addSendJob(db, userId)
}

const addSendJob = (db: Db, userId: string) =>
  addJob(db, sendBillingDetailsJob, { userId }, { jobKey: `${sendBillingDetailsJob}:${userId}` })

/** Throws UNAVAILABLE if the provider is unreachable, so that the job is retried. */
export async function sendBillingDetails({ db, provider, log }: BillingServices, userId: string): Promise<void> {
  if (!provider) return
  const customer = await findCustomer(db, userId, provider.name)
  const details = await findBillingDetails(db, userId)
  if (!customer) return
  try {
    if (details) await provider.updateCustomer(customer.providerId, details)
    else await provider.clearCustomer(customer.providerId, await findPerson(db, userId))
  } catch (error) {
    if (!isAppError(error) || error.code !== 'UNPROCESSABLE') throw error
    // It would be refused again. Our invoices have the details as typed.
    log.warn({ err: error, userId }, 'the payment provider refuses the billing details')
  }
}

/** Undefined if the account is closed: then the provider keeps no name. */
async function findPerson(db: Db, userId: string): Promise<{ name: string } | undefined> {
  const user = await findMailRecipient(db, userId)
  return user && { name: `${user.firstName} ${user.lastName}` }
}
