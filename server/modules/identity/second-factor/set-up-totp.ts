import type { RecoveryCodes, TotpSecret } from '@dooryard/contract/identity/second-factor'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { secondFactorAddedMail, secondFactorRemovedMail } from '../../../platform/mail/templates/second-factor.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { toCallersPortal } from '../../../platform/util/portal-address.ts'
import { verifyCurrentPassword, wrongPassword } from '../passwords/update-password.ts'
import { confirmSession, endSessions } from '../sessions/sessions.queries.ts'
import { auditImpersonationsEnded } from '../sessions/sessions.ts'
import { lockUser, type UserRow } from '../users/users.queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { endFirstFactor } from './second-factor-state.ts'
import {
  deleteRecoveryCodes,
  deleteTotpSecret,
  findSecondFactor,
  findTotpSecret,
  markTotpConfirmed,
  saveTotpSecret,
} from './second-factors.queries.ts'
import { buildTotpUri, findTotpStep, generateTotpSecret, totpStartMs } from './totp-rules.ts'
import { decryptTotpSecret, encryptTotpSecret, wrongProofError } from './verify-second-factor.ts'

const alreadyOnError = () => appError('CONFLICT', 'An authenticator app is already set up. Turn it off first.')

/** A session alone must not be enough to lock its owner out. UNPROCESSABLE for a wrong password. */
export async function startTotp(ctx: Context, { password }: { password: string }): Promise<TotpSecret> {
  const { actor, secrets, clock } = ctx
  await verifyCurrentPassword(ctx, password, wrongPassword)
  const secret = generateTotpSecret()
  return inTransaction(ctx, async (tx) => {
    const user = await requireUser(tx)
    const row = { userId: actor.userId, secret: encryptTotpSecret(secrets, secret), createdAt: clock.now() }
    if (!(await saveTotpSecret(tx.db, row))) throw alreadyOnError()
    return { secret, uri: buildTotpUri(secret, user.email) }
  })
}

/**
 * Also confirms the session, and ends all others with the first second factor. CONFLICT if nothing was started in the last
 * ten minutes; UNPROCESSABLE for a wrong code.
 */
export async function confirmTotp(ctx: Context, { code }: { code: string }): Promise<RecoveryCodes> {
  const { actor, secrets, clock } = ctx
  const now = clock.now()
  return inTransaction(ctx, async (tx) => {
    const user = await requireUser(tx)
    const started = await findTotpSecret(tx.db, user.id, { isConfirmed: false })
    if (!started) throw appError('CONFLICT', 'There is no app to confirm. Please start again.')
    if (now.getTime() - started.createdAt.getTime() > totpStartMs)
      throw appError('CONFLICT', 'Setting up took too long. Please start again.')
    const step = findTotpStep(decryptTotpSecret(secrets, started.secret), code, now)
    if (step === null) throw wrongProofError('TOTP')
    const { methods } = await findSecondFactor(tx.db, user.id)
    await markTotpConfirmed(tx.db, user.id, { step, now })
    await confirmSession(tx.db, actor.sessionId, now)
    const isFirst = methods.length === 0
    const recoveryCodes = isFirst ? await beginWithFactor(tx, user.id) : []
    await queueMail(
      tx,
      secondFactorAddedMail(toCallersPortal(tx), user, { what: 'an authenticator app', at: now, isFirst }),
    )
    await audit(tx, { action: 'second_factor.added', object: { type: 'user', id: user.id }, after: { method: 'TOTP' } })
    return { recoveryCodes }
  })
}

/**
 * With a user's first second factor: ends the other sessions, since a password alone began them, and returns the recovery
 * codes. The caller has locked the user.
 */
export async function beginWithFactor(ctx: Context, userId: string): Promise<string[]> {
  const { db, actor, clock, device } = ctx
  const ended = await endSessions(db, { userId, exceptId: actor.sessionId }, clock.now())
  await endFirstFactor(ctx, userId, { exceptDevice: device?.token })
  await auditImpersonationsEnded(ended, ctx)
  return replaceRecoveryCodes(ctx, userId)
}

/** NOT_FOUND if there is none. */
export const removeTotp = (ctx: Context): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    const user = await requireUser(tx)
    if (!(await deleteTotpSecret(tx.db, user.id))) throw notFound('An authenticator app')
    const isLast = await cleanUpAfterRemoval(tx, user.id)
    await queueMail(
      tx,
      secondFactorRemovedMail(toCallersPortal(tx), user, { what: 'the authenticator app', at: tx.clock.now(), isLast }),
    )
    await audit(tx, {
      action: 'second_factor.removed',
      object: { type: 'user', id: user.id },
      before: { method: 'TOTP' },
    })
    return undefined
  })

/**
 * After a second factor was removed, asks other devices for one again: the removed one may have been stolen and have let
 * them in. With the last one, this device and the recovery codes are forgotten too. Returns whether it was the last.
 */
export async function cleanUpAfterRemoval(ctx: Context, userId: string): Promise<boolean> {
  const { methods } = await findSecondFactor(ctx.db, userId)
  const isLast = methods.length === 0
  await endFirstFactor(ctx, userId, { exceptDevice: isLast ? undefined : ctx.device?.token })
  if (isLast) await deleteRecoveryCodes(ctx.db, userId)
  return isLast
}

/** Locked, so that of two changes of one user's factors the second sees the first. */
async function requireUser({ db, actor }: Context): Promise<UserRow> {
  const user = await lockUser(db, actor.userId)
  if (!user) throw notFound('Your account')
  return user
}
