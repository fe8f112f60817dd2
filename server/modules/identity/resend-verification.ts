import type { Said } from '@dooryard/contract/auth'
import type { EmailOnly } from '@dooryard/contract/credentials'
import type { PublicContext } from '../../platform/context.ts'
import { askForCode } from './mail-code.ts'

/**
 * Asks for another code that verifies an email; the ones before stop working. The answer is the same for every email.
 */
export async function resendVerification(ctx: PublicContext, { email }: EmailOnly): Promise<Said> {
  await askForCode(ctx, email, 'VERIFY_EMAIL')
  return { message: `If ${email} is still to be verified, a new 6-digit code is on its way to it.` }
}
