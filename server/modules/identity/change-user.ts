import type { UserChange } from '@dooryard/contract/admin-users'
import type { AuditAction } from '@dooryard/contract/audit-log'
import type { User } from '@dooryard/contract/users'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { auditImpersonationsIn } from './end-sessions.ts'
import { presentUser } from './present-user.ts'
import { profileChanges } from './profile-changes.ts'
import { sessionEnded } from './session-ended.ts'
import { endSessions } from './sessions.queries.ts'
import { lockAdministrators, lockUser, type UserRow, updateUser } from './users.queries.ts'

/**
 * Changes who a user is, their role, or whether they may sign in; what is left out stays. Another role or state ends
 * their sessions, so that they come back as what they are now. NOT_FOUND for nobody and for a closed account;
 * UNPROCESSABLE for one's own role or state.
 */
export const changeUser = (ctx: Context, userId: string, change: UserChange): Promise<User> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    if (change.role !== undefined || change.isActive !== undefined) await stayAdministrator(inside)
    const user = await lockUser(db, userId)
    if (!user) throw notFound('This user')
    const { becomes, entries, isOther } = changesOf(user, change)
    if (entries.length === 0) return presentUser(user)
    if (isOther && userId === ctx.actor.userId) throw ownAccount()
    const now = clock.now()
    await updateUser(db, userId, { ...becomes, updatedAt: now })
    const ended = isOther ? await endSessions(db, { userId }, now) : []
    for (const entry of entries) await audit(inside, { ...entry, object: { type: 'user', id: userId } })
    await auditImpersonationsIn(ended, inside)
    return presentUser({ ...user, ...becomes })
  })

/**
 * The caller is an administrator until the transaction ends. As nobody demotes or deactivates themselves, there is
 * always one left; of two who demote each other at once, the second finds that they are none any more.
 */
async function stayAdministrator({ db, actor }: Context) {
  const administrators = await lockAdministrators(db)
  if (!administrators.some(({ id }) => id === actor.userId)) throw sessionEnded()
}

type Facts = Record<string, unknown>
type Entry = { action: AuditAction; before: Facts; after: Facts; reason?: string }

/** What the user becomes, what the audit log says of it, and whether their role or state is another than before. */
function changesOf(user: UserRow, { reason, ...change }: UserChange) {
  const { role = user.role, isActive = user.isActive, ...profile } = change
  const facts = profileChanges(user, profile)
  const why = reason === undefined ? {} : { reason }
  const entries: Entry[] = []
  if (facts) entries.push({ action: 'account.changed', before: facts.before, after: facts.after, ...why })
  if (role !== user.role)
    entries.push({ action: 'account.role_changed', before: { role: user.role }, after: { role }, ...why })
  if (isActive !== user.isActive) {
    const action = isActive ? 'account.activated' : 'account.deactivated'
    entries.push({ action, before: { isActive: user.isActive }, after: { isActive }, ...why })
  }
  const isOther = role !== user.role || isActive !== user.isActive
  return { becomes: { ...facts?.facts, role, isActive }, entries, isOther }
}

const ownAccount = () =>
  appError('UNPROCESSABLE', 'You cannot change your own role or deactivate yourself. Another administrator must.')
