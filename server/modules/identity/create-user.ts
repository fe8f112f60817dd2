import type { Role } from '@dooryard/contract/roles'
import type { NewAccount } from '@dooryard/contract/users'
import { audit } from '../../platform/audit.ts'
import type { Context, Services } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { openAccount } from '../credits/index.ts'
import { refuseGuessable } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { insertUser, type NewUserRow } from './users.queries.ts'

/** An administrator's request; a command has nobody behind it whom we know. */
type CreateContext = Services & Partial<Pick<Context, 'actor' | 'caller' | 'requestId'>>

/** Makes a user whose email is known to be theirs, with an empty credit account; null when the email is taken. */
export async function createUser(
  ctx: CreateContext,
  user: NewAccount & { role: Role },
): Promise<{ id: string } | null> {
  const { password, ...facts } = user
  refuseGuessable(password, [user.email, user.firstName, user.lastName, user.phone, user.companyName])
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, (inside) =>
    insertWithCredits(inside, {
      ...facts,
      passwordHash,
      companyName: user.companyName ?? null,
      emailVerifiedAt: inside.clock.now(),
    }),
  )
}

/** A user with an empty credit account, in the caller's transaction; null when the email is taken. */
export async function insertWithCredits(
  ctx: CreateContext,
  user: Omit<NewUserRow, 'id'>,
): Promise<{ id: string } | null> {
  const id = newId()
  if (!(await insertUser(ctx.db, { ...user, id }))) return null
  await openAccount(ctx.db, id)
  await audit(ctx, { action: 'account.created', object: { type: 'user', id }, after: { role: user.role } })
  return { id }
}
