import type { Role } from '@dooryard/contract/roles'
import type { NewAccount } from '@dooryard/contract/users'
import { audit } from '../../platform/audit.ts'
import type { Context, Services } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { openAccount } from '../credits/index.ts'
import { refuseGuessable } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { insertUser, type NewUserRow } from './users.queries.ts'

/** An administrator's request; a command has nobody behind it whom we know. */
type CreateContext = Services & Partial<Pick<Context, 'actor' | 'caller' | 'requestId'>>

/**
 * Makes a user whose email is known to be theirs, with an empty credit account; null when the email is taken. VALIDATION
 * for a password that is soon guessed, unless everybody is to know it, as that of a demo's accounts.
 */
export async function createUser(
  ctx: CreateContext,
  user: NewAccount & { role: Role },
  { isPasswordPublic = false } = {},
): Promise<{ id: string } | null> {
  const { password, ...facts } = user
  if (!isPasswordPublic) refuseGuessable(ctx, password, user)
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (inside) => {
    const made = await insertWithCredits(inside.db, {
      ...facts,
      passwordHash,
      companyName: user.companyName ?? null,
      emailVerifiedAt: inside.clock.now(),
    })
    if (made) await auditCreated(inside, made)
    return made
  })
}

type Made = { id: string; role: string }

/** A user with an empty credit account, in the caller's transaction; null when the email is taken. */
export async function insertWithCredits(db: Db, user: Omit<NewUserRow, 'id'>): Promise<Made | null> {
  const id = newId()
  if (!(await insertUser(db, { ...user, id }))) return null
  await openAccount(db, id)
  return { id, role: user.role }
}

/** Says in the audit log that a user was made. */
export const auditCreated = (ctx: CreateContext, { id, role }: Made): Promise<void> =>
  audit(ctx, { action: 'account.created', object: { type: 'user', id }, after: { role } })
