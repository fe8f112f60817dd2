import { Bucket } from '@dooryard/contract/credit-history'
import { findMailRecipient } from '../../../platform/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { giveBackCredits, lockAccount, takeBackCredits } from '../../credits/index.ts'
import type { ProviderName } from '../provider.ts'
import type { PaymentRow } from './payments.queries.ts'
import { findLive } from './subscription-rows.queries.ts'

/** Takes back what is left of the credits of a payment and was not taken yet, in the name of who asked for its refund. */
export async function takeRefundCredits(db: Db, payment: PaymentRow, reason: string): Promise<void> {
  const { id: transactionId, userId, refundRequestedBy } = payment
  const cause = { userId, transactionId, actor: refundRequestedBy ?? 'system', reason }
  for (const bucket of Bucket.options) await takeBackCredits(db, { ...cause, bucket })
}

/**
 * Gives back what was taken for a refund that the provider refused. What would have ended meanwhile had it not been
 * taken, with a subscription or the account, ends now.
 */
export async function giveBackRefundCredits(db: Db, payment: PaymentRow, provider: ProviderName): Promise<void> {
  const { id: transactionId, userId, invoiceNumber } = payment
  const reason = `The refund of invoice ${invoiceNumber} was refused`
  const cause = { userId, transactionId, actor: 'system', reason }
  // Before the looks: whoever ends the subscription or closes the account holds it until that is done.
  await lockAccount(db, userId)
  const closed = (await findMailRecipient(db, userId)) ? undefined : 'The account was closed meanwhile'
  const ended = (await findLive(db, userId, provider)) ? undefined : 'The subscription had ended meanwhile'
  await giveBackCredits(db, { ...cause, bucket: 'ON_DEMAND', lapsed: closed })
  await giveBackCredits(db, { ...cause, bucket: 'SUBSCRIPTION', lapsed: closed ?? ended })
}
