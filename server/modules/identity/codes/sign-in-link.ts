import type { MessageResponse, SignedIn } from '@dooryard/contract/identity/auth'
import type { LinkToken, SignInLinkRequest } from '@dooryard/contract/identity/credentials'
import { Email } from '@dooryard/contract/identity/users'
import { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { PublicContext, Services } from '../../../platform/context.ts'
import { hashToken, newToken } from '../../../platform/crypto/tokens.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { createEncryptedTask } from '../../../platform/jobs/encrypted-jobs.ts'
import type { Task } from '../../../platform/jobs/jobs.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { deactivatedMail } from '../../../platform/mail/templates/account.ts'
import { signInLinkMail } from '../../../platform/mail/templates/sign-in.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { toCallersPortal } from '../../../platform/util/portal-address.ts'
import { signInProvenUser } from '../sessions/sign-in.ts'
import type { SessionDays } from '../sessions/start-session.ts'
import { findUserByEmail } from '../users/users.queries.ts'
import { saveCode, takeSignInLink } from './email-codes.queries.ts'
import { codeLifeMs } from './email-codes.ts'
import { addDelayedJob } from './mail-code.ts'

/** The response is the same for every email, which is not looked up before the job runs. */
export async function requestSignInLink(
  ctx: PublicContext,
  { email, redirect }: SignInLinkRequest,
): Promise<MessageResponse> {
  const { requestId, caller, portalAddress } = ctx
  const expiresAt = new Date(ctx.clock.now().getTime() + codeLifeMs).toISOString()
  const payload: LinkPayload = { email, redirect, token: newToken(), expiresAt, requestId, caller, portalAddress }
  await addDelayedJob(ctx, mailSignInLinkJob, payload)
  return { message: `If ${email} has a verified account, a link to sign in is on its way to it.` }
}

export const mailSignInLinkJob = 'mail-sign-in-link'

const LinkPayload = z.object({
  email: Email,
  redirect: z.string().optional(),
  token: z.string(),
  expiresAt: z.iso.datetime(),
  portalAddress: z.string().optional(),
  requestId: z.string(),
  caller: z.object({ ipAddress: z.string(), userAgent: z.string() }),
})
type LinkPayload = z.infer<typeof LinkPayload>

/** `//host` and `/\host` would be the addresses of other sites. */
const ownPath = /^\/(?![/\\])/

/** An email without an account causes the same database and queue work. */
export const runMailSignInLink = (services: Services): Task =>
  createEncryptedTask(services, mailSignInLinkJob, LinkPayload, (payload) =>
    inTransaction(services, (tx) => mailSignInLink(tx, payload)),
  )

async function mailSignInLink(services: Services, link: LinkPayload) {
  const { email, redirect, token, expiresAt, portalAddress, ...payload } = link
  const portal = toCallersPortal({ ...services, portalAddress })
  const user = await findUserByEmail(services.db, email)
  // An unverified account may have been registered by someone else, with a password of theirs: a link would let its
  // owner in and verify it, and the other would be in as well.
  const userId = user?.emailVerifiedAt ? user.id : newId()
  const code = { userId, purpose: 'SIGN_IN_LINK', codeHash: hashToken(token), expiresAt: new Date(expiresAt) } as const
  // False without a verified account, if this job has run before, or if a later request has run first.
  const isNew = await saveCode(services.db, code)
  const search = redirect && ownPath.test(redirect) ? `?redirect=${encodeURIComponent(redirect)}` : ''
  const mail =
    user && !user.isActive
      ? deactivatedMail(services, user)
      : signInLinkMail(portal, user ?? { email }, { path: `/login/link${search}#${token}`, expiresAt })
  await queueMail(services, { ...mail, isDecoy: !isNew })
  const object = user ? { object: { type: 'user', id: user.id } } : {}
  await audit({ ...services, ...payload }, { action: 'session.link_requested', ...object })
}

/**
 * Signs in with a mailed link. It is used up whatever follows, such as a second factor. UNPROCESSABLE for a link that
 * is wrong, expired, used, replaced by a later one, or older than the password or the role.
 */
export async function confirmSignInLink(
  ctx: PublicContext,
  { token }: LinkToken,
  days: SessionDays,
): Promise<SignedIn> {
  const link = await takeSignInLink(ctx.db, hashToken(token), ctx.clock.now())
  if (link) return signInProvenUser(ctx, link.userId, days, link.passwordHash)
  const message = 'This link has expired, or was used already. Please ask for a new one.'
  await audit(ctx, { action: 'session.refused', reason: message })
  throw appError('UNPROCESSABLE', message)
}
