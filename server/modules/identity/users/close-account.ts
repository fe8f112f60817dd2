import type { AccountClosure } from '@dooryard/contract/identity/account'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { accountClosedMail } from '../../../platform/mail/templates/account.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { formatNumber } from '../../../platform/util/format.ts'
import { expireAllCredits } from '../../credits/index.ts'
import { deleteCodes } from '../codes/email-codes.queries.ts'
import { deleteIdentities } from '../external/external.queries.ts'
import { deleteNotificationSettings } from '../notifications/notification-settings.queries.ts'
import { deleteNotifications } from '../notifications/notifications.queries.ts'
import { hashRandomPassword } from '../passwords/passwords.ts'
import { verifyCurrentPassword, wrongPassword, wrongPasswordError } from '../passwords/update-password.ts'
import { queuePictureDeletion } from '../pictures/pictures.ts'
import { deleteSecondFactor } from '../second-factor/second-factor-state.ts'
import { endSessions } from '../sessions/sessions.queries.ts'
import { auditImpersonationsEnded } from '../sessions/sessions.ts'
import { deleteNotesOnUser } from './notes/user-notes.queries.ts'
import { anonymizeUser, lockAdministrators, lockUser } from './users.queries.ts'

export type CloseAccountDeps = {
  countOrdersInProgress: (db: Db, userId: string) => Promise<number>
  /** Closes the payment pages still open at the payment provider, so it runs outside of any transaction. */
  expireOpenCheckouts: (ctx: Context) => Promise<void>
  /** Ends future charges, or throws CONFLICT. */
  closeBillingAccount: (stores: Pick<Context, 'db' | 'clock'>, userId: string) => Promise<void>
  deleteUserLabelsNotesAndCalls: (db: Db, userId: string) => Promise<unknown>
  deleteUserLetters: (db: Db, userId: string) => Promise<unknown>
  deleteUserRevealsAndBuyerLists: (db: Db, userId: string) => Promise<unknown>
  deleteUserRecurringOrders: (db: Db, userId: string) => Promise<unknown>
  deleteUserSearches: (db: Db, userId: string) => Promise<unknown>
  deleteUserSuppressionLists: (db: Db, userId: string) => Promise<unknown>
  deleteUserWebhooks: (db: Db, userId: string, at: Date) => Promise<unknown>
}

/**
 * UNPROCESSABLE for a wrong password; CONFLICT with open orders, with a subscription, and for the last administrator.
 */
export async function closeAccount(
  ctx: Context,
  { password }: AccountClosure,
  {
    countOrdersInProgress,
    expireOpenCheckouts,
    closeBillingAccount,
    deleteUserLabelsNotesAndCalls,
    deleteUserLetters,
    deleteUserRevealsAndBuyerLists,
    deleteUserRecurringOrders,
    deleteUserSearches,
    deleteUserSuppressionLists,
    deleteUserWebhooks,
  }: CloseAccountDeps,
): Promise<undefined> {
  const currentHash = await verifyCurrentPassword(ctx, password, wrongPassword)
  const randomHash = await hashRandomPassword(ctx.signal)
  await expireOpenCheckouts(ctx)
  await inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    // Locks codes before the user, like a password reset, to avoid deadlocks.
    await deleteCodes(db, actor.userId)
    if (actor.role === 'SUPER_ADMIN') await requireOtherAdministrator(db, actor.userId)
    const user = await lockUser(db, actor.userId)
    if (user?.passwordHash !== currentHash) throw wrongPasswordError(wrongPassword)
    requireNoOpenOrders(await countOrdersInProgress(db, user.id))
    await closeBillingAccount(tx, user.id)
    await expireAllCredits(db, { userId: user.id, reason: 'The account was closed' })
    const now = clock.now()
    const ended = await endSessions(db, { userId: user.id }, now)
    await deleteSecondFactor(db, user.id)
    await deleteIdentities(db, user.id)
    await deleteNotifications(db, user.id)
    await deleteNotificationSettings(db, user.id)
    await deleteNotesOnUser(db, user.id)
    await deleteUserLabelsNotesAndCalls(db, user.id)
    await deleteUserLetters(db, user.id)
    await deleteUserRevealsAndBuyerLists(db, user.id)
    await deleteUserRecurringOrders(db, user.id)
    await deleteUserSearches(db, user.id)
    await deleteUserSuppressionLists(db, user.id)
    await deleteUserWebhooks(db, user.id, now)
    await anonymizeUser(db, user.id, { passwordHash: randomHash, now })
    if (user.pictureKey) await queuePictureDeletion(db, user.pictureKey)
    await queueMail(tx, accountClosedMail(tx, user, { at: tx.clock.now() }))
    await audit(tx, { action: 'account.closed', object: { type: 'user', id: user.id } })
    await auditImpersonationsEnded(ended, tx)
  })
}

/** Of two who close at once, the second waits here and is then the last. */
async function requireOtherAdministrator(db: Db, userId: string) {
  const others = (await lockAdministrators(db)).filter(({ id }) => id !== userId)
  if (others.length === 0)
    throw appError(
      'CONFLICT',
      'You are the last administrator. Make another user an administrator before you close your account.',
    )
}

function requireNoOpenOrders(orders: number) {
  if (orders === 0) return
  const openOrders = orders === 1 ? 'An order of yours is' : `${formatNumber(orders)} orders of yours are`
  throw appError(
    'CONFLICT',
    `${openOrders} still in progress. You can close your account once every order has finished.`,
  )
}
