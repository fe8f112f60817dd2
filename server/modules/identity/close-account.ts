import type { ClosingAccount } from '@dooryard/contract/account'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { formatNumber } from '../../platform/format.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { accountClosedMail } from '../../platform/mail/templates/account.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { lapseAllCredits } from '../credits/index.ts'
import { deleteCodes } from './email-codes.queries.ts'
import { hashOfUnknown } from './passwords.ts'
import { forgetPicture } from './pictures.ts'
import { endSessions } from './sessions.queries.ts'
import { auditImpersonationsIn } from './sessions.ts'
import { givenPasswordHash, type WrongPassword, wrongPassword } from './update-password.ts'
import { eraseUser, lockAdministrators, lockUser } from './users.queries.ts'

const wrong: WrongPassword = { path: 'password', message: 'The password is not right.' }

export type Closing = {
  ordersUnderWay: (db: Db, userId: string) => Promise<number>
  /** Closes the pages on which the user could still pay, at another server, so outside of any transaction. */
  closePages: (ctx: Context) => Promise<void>
  /** Ends what would charge the user again, or refuses with CONFLICT. */
  leaveBilling: (stores: Pick<Context, 'db' | 'clock'>, userId: string) => Promise<void>
  forgetNotes: (db: Db, userId: string) => Promise<unknown>
  forgetSearches: (db: Db, userId: string) => Promise<unknown>
  forgetWebhooks: (db: Db, userId: string, at: Date) => Promise<unknown>
}

/** UNPROCESSABLE for a wrong password; CONFLICT with open orders, a subscription, and for the last administrator. */
export async function closeAccount(
  ctx: Context,
  { password }: ClosingAccount,
  { ordersUnderWay, closePages, leaveBilling, forgetNotes, forgetSearches, forgetWebhooks }: Closing,
): Promise<undefined> {
  const currentHash = await givenPasswordHash(ctx, password, wrong)
  const unknownHash = await hashOfUnknown(ctx.signal)
  await closePages(ctx)
  await inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    // Before the user is locked, as whoever resets a password does, so that the two never wait for each other.
    await deleteCodes(db, actor.userId)
    if (actor.role === 'SUPER_ADMIN') await refuseLastAdministrator(db, actor.userId)
    const user = await lockUser(db, actor.userId)
    if (user?.passwordHash !== currentHash) throw wrongPassword(wrong)
    refuseUnfinished(await ordersUnderWay(db, user.id))
    await leaveBilling(inside, user.id)
    await lapseAllCredits(db, { userId: user.id, reason: 'The account was closed' })
    const now = clock.now()
    const ended = await endSessions(db, { userId: user.id }, now)
    await forgetNotes(db, user.id)
    await forgetSearches(db, user.id)
    await forgetWebhooks(db, user.id, now)
    await eraseUser(db, user.id, { passwordHash: unknownHash, now })
    if (user.pictureKey) await forgetPicture(db, user.pictureKey)
    await queueMail(inside, accountClosedMail(inside, user, { at: inside.clock.now() }))
    await audit(inside, { action: 'account.closed', object: { type: 'user', id: user.id } })
    await auditImpersonationsIn(ended, inside)
  })
}

/** Of two who close at once the second waits here, and is then the last. */
async function refuseLastAdministrator(db: Db, userId: string) {
  const others = (await lockAdministrators(db)).filter(({ id }) => id !== userId)
  if (others.length === 0)
    throw appError('CONFLICT', 'You are the last administrator. Make somebody else one before you close your account.')
}

function refuseUnfinished(orders: number) {
  if (orders === 0) return
  const are = orders === 1 ? 'An order of yours is' : `${formatNumber(orders)} orders of yours are`
  throw appError('CONFLICT', `${are} still under way. You can close your account once every order has finished.`)
}
