import type { Context } from '../../../platform/context.ts'
import { findSecondFactor } from '../second-factor/second-factors.queries.ts'
import { verifyCurrentPassword } from './update-password.ts'

const refusal = { path: 'password', message: 'The password is not right.' }

/**
 * A session alone must not be enough to add a way to sign in: an account without a second factor asks for the password,
 * others confirm the session. UNPROCESSABLE for a wrong password.
 */
export async function proveOwner(ctx: Context, { password }: { password?: string | undefined }): Promise<void> {
  const { methods } = await findSecondFactor(ctx.db, ctx.actor.userId)
  if (methods.length === 0) await verifyCurrentPassword(ctx, password ?? '', refusal)
}
