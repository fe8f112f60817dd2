import type { NewUser } from '@dooryard/contract/admin-users'
import type { Role } from '@dooryard/contract/roles'
import type { NewAccount, User } from '@dooryard/contract/users'
import type { Insertable } from 'kysely'
import { audit } from '../../platform/audit.ts'
import type { Context, Services } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { type DB, type Db, inTransaction } from '../../platform/postgres/database.ts'
import { openAccount } from '../credits/index.ts'
import { auditInvited, mailInvitation } from './invite-user.ts'
import { refuseGuessable } from './password-rules.ts'
import { hashOfUnknown, hashPassword } from './passwords.ts'
import { insertUser } from './users.queries.ts'
import { userOf } from './users.ts'

/** A command has no actor. */
type CreateContext = Services & Partial<Pick<Context, 'actor' | 'caller' | 'requestId'>>

/** The email counts as verified; null when it is taken. VALIDATION for a guessable password, but for the demo's public ones. */
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

export async function insertWithCredits(db: Db, user: Omit<Insertable<DB['users']>, 'id'>): Promise<Made | null> {
  const id = newId()
  if (!(await insertUser(db, { ...user, id }))) return null
  await openAccount(db, id)
  return { id, role: user.role }
}

export const auditCreated = (ctx: CreateContext, { id, role }: Made): Promise<void> =>
  audit(ctx, { action: 'account.created', object: { type: 'user', id }, after: { role } })

/** The owner chooses a password by an invitation or a reset code. CONFLICT when the email is taken. */
export async function addUser(ctx: Context, { sendInvite, companyName, ...facts }: NewUser): Promise<User> {
  const passwordHash = await hashOfUnknown(ctx.signal)
  return inTransaction(ctx, async (inside) => {
    const user = { ...facts, companyName: companyName || null, passwordHash, madeByAdministrator: true }
    const made = await insertWithCredits(inside.db, user)
    if (!made) throw emailTaken(facts.email)
    const isInvited = sendInvite && (await mailInvitation(inside, made.id))
    await auditCreated(inside, made)
    if (isInvited) await auditInvited(inside, made.id)
    return userOf(inside.db, made.id)
  })
}

function emailTaken(email: string) {
  const message = `${email} has an account already.`
  return appError('CONFLICT', message, { issues: [{ path: 'email', message }] })
}
