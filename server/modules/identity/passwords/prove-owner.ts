import type { Context } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { verifyCurrentPassword, wrongPassword } from './update-password.ts'

/**
 * A session alone must not be enough to add a way to sign in: an account without a second factor asks for the password,
 * others confirm the session. VALIDATION without the password, UNPROCESSABLE for a wrong one.
 */
export async function proveOwner(ctx: Context, { password }: { password?: string | undefined }): Promise<void> {
  // As the step-up was judged by.
  if (ctx.actor.secondFactor && ctx.actor.secondFactor.methods.length > 0) return
  if (password === undefined) {
    const message = 'Password is required'
    throw appError('VALIDATION', message, { issues: [{ path: 'password', message }] })
  }
  await verifyCurrentPassword(ctx, password, wrongPassword)
}
