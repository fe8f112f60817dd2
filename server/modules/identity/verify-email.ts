import type { SignedIn } from '@dooryard/contract/auth'
import type { EmailVerification } from '@dooryard/contract/credentials'
import { audit } from '../../platform/audit.ts'
import type { PublicContext } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endCodes } from './email-codes.queries.ts'
import { guessCode, spendCode, wrongCode } from './email-codes.ts'
import { verifyUser } from './registration.queries.ts'
import { type SessionDays, startSession } from './start-session.ts'
import { findUser } from './users.queries.ts'

/**
 * Verifies the email of an account by the code that was sent to it, and signs in for as long as `days` says; UNPROCESSABLE
 * for another code.
 */
export async function verifyEmail(ctx: PublicContext, guess: EmailVerification, days: SessionDays): Promise<SignedIn> {
  const right = await guessCode(ctx, ['VERIFY_EMAIL'], guess)
  return inTransaction(ctx, async (inside) => {
    await spendCode(inside.db, right)
    const { userId } = right
    // An invitation is for who has not come yet.
    await endCodes(inside.db, userId, 'INVITATION')
    const isVerified = await verifyUser(inside.db, userId, ctx.clock.now())
    const user = isVerified && (await findUser(inside.db, userId))
    if (!user) throw wrongCode()
    await audit(inside, { action: 'account.verified', actorId: userId, object: { type: 'user', id: userId } })
    return startSession(inside, user, days)
  })
}
