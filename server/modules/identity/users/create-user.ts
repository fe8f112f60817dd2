import type { Role } from '@dooryard/contract/api/roles'
import type { NewUser } from '@dooryard/contract/identity/admin/admin-users'
import type { NewAccount, User } from '@dooryard/contract/identity/users'
import type { Insertable } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Context, Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { type DB, type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { createCreditAccount } from '../../credits/index.ts'
import { rejectGuessablePassword } from '../passwords/password-rules.ts'
import { hashPassword, hashRandomPassword } from '../passwords/passwords.ts'
import { auditInvited, sendInvitation } from './invite-user.ts'
import { insertUser } from './users.queries.ts'
import { getUser } from './users.ts'

/** A CLI command has no actor. */
type CreateUserContext = Services & Partial<Pick<Context, 'actor' | 'caller' | 'requestId'>>

/**
 * Marks the email as verified; null if it is taken. VALIDATION for a guessable password, except for the demo's public
 * ones. `createdAt` is now by default.
 */
export async function createUser(
  ctx: CreateUserContext,
  user: NewAccount & { role: Role },
  { isPasswordPublic = false, createdAt }: { isPasswordPublic?: boolean; createdAt?: Date | undefined } = {},
): Promise<{ id: string } | null> {
  const { password, ...facts } = user
  if (!isPasswordPublic) rejectGuessablePassword(ctx, password, user)
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (tx) => {
    const created = await insertUserWithCredits(tx.db, {
      ...facts,
      passwordHash,
      companyName: user.companyName ?? null,
      emailVerifiedAt: createdAt ?? tx.clock.now(),
      ...(createdAt && { createdAt, updatedAt: createdAt }),
    })
    if (created) await auditUserCreated(tx, created)
    return created
  })
}

type CreatedUser = { id: string; role: string }

export async function insertUserWithCredits(
  db: Db,
  user: Omit<Insertable<DB['users']>, 'id'>,
): Promise<CreatedUser | null> {
  const id = newId()
  if (!(await insertUser(db, { ...user, id }))) return null
  await createCreditAccount(db, id)
  return { id, role: user.role }
}

export const auditUserCreated = (ctx: CreateUserContext, { id, role }: CreatedUser): Promise<void> =>
  audit(ctx, { action: 'account.created', object: { type: 'user', id }, after: { role } })

/** The owner chooses a password with an invitation or a reset code. CONFLICT if the email is taken. */
export async function createUserAsAdmin(ctx: Context, { sendInvite, companyName, ...facts }: NewUser): Promise<User> {
  const passwordHash = await hashRandomPassword(ctx.signal)
  return inTransaction(ctx, async (tx) => {
    const user = { ...facts, companyName: companyName || null, passwordHash, madeByAdministrator: true }
    const created = await insertUserWithCredits(tx.db, user)
    if (!created) throw emailTakenError(facts.email)
    const isInvited = sendInvite && (await sendInvitation(tx, created.id))
    await auditUserCreated(tx, created)
    if (isInvited) await auditInvited(tx, created.id)
    return getUser(tx.db, created.id)
  })
}

function emailTakenError(email: string) {
  const message = `${email} has an account already.`
  return appError('CONFLICT', message, { issues: [{ path: 'email', message }] })
}
