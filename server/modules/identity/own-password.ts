import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { passwordFits } from './passwords.ts'
import { findPasswordHash } from './users.queries.ts'

/** The hash of the caller's password, which they gave; UNPROCESSABLE on the field `path` where it is not right. */
export async function givenPasswordHash(
  ctx: Context,
  password: string,
  { path, message }: WrongPassword,
): Promise<string> {
  const { userId } = ctx.actor
  const passwordHash = await findPasswordHash(ctx.db, userId)
  if (passwordHash !== undefined && (await passwordFits(passwordHash, password, ctx.signal))) return passwordHash
  await audit(ctx, { action: 'password.refused', object: { type: 'user', id: userId } })
  throw wrongPassword({ path, message })
}

/** What is said where a password is not right, and on which field. */
export type WrongPassword = { path: string; message: string }

export const wrongPassword = ({ path, message }: WrongPassword) =>
  appError('UNPROCESSABLE', message, { issues: [{ path, message }] })
