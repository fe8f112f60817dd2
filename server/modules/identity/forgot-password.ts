import type { Said } from '@dooryard/contract/auth'
import type { EmailOnly } from '@dooryard/contract/credentials'
import type { PublicContext } from '../../platform/context.ts'
import { askForCode } from './mail-code.ts'

/** Asks for a code that allows a new password. The answer is the same for every email. */
export async function forgotPassword(ctx: PublicContext, { email }: EmailOnly): Promise<Said> {
  await askForCode(ctx, email, 'RESET_PASSWORD')
  return { message: `If ${email} has an account, a 6-digit code is on its way to it.` }
}
