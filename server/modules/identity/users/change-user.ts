import type { AuditAction } from '@dooryard/contract/admin/audit-log'
import { Role } from '@dooryard/contract/api/roles'
import type { UserChange } from '@dooryard/contract/identity/admin/admin-users'
import type { ProfileChange, User } from '@dooryard/contract/identity/users'
import { audit } from '../../../platform/audit.ts'
import type { Context, Services } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { findChanges } from '../../../platform/util/find-changes.ts'
import { invalidateCodes, lockCodes } from '../codes/email-codes.queries.ts'
import { endFirstFactor } from '../second-factor/second-factor-state.ts'
import { type EndedSession, endSessions } from '../sessions/sessions.queries.ts'
import { auditImpersonationsEnded, sessionEndedError } from '../sessions/sessions.ts'
import { lockAdministrators, lockUser, type UserRow, updateUser } from './users.queries.ts'
import { presentUser } from './users.ts'

/**
 * Changing the role or the state ends the sessions and unfinished sign-ins, and forgets remembered devices. NOT_FOUND
 * for closed accounts, UNPROCESSABLE for one's own role.
 */
export const changeUser = (ctx: Context, userId: string, change: UserChange): Promise<User> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    if (change.role !== undefined || change.isActive !== undefined) {
      // Locks codes before users, like a password reset.
      await lockCodes(db, userId)
      await requireAdministrator(tx)
    }
    const user = await lockUser(db, userId)
    if (!user) throw notFound('This user')
    const { becomes: newValues, entries, isOther: isAccessChanged } = getUserChanges(user, change)
    if (entries.length === 0) return presentUser(user)
    if (isAccessChanged && userId === ctx.actor.userId) throw ownAccountError()
    const now = clock.now()
    await updateUser(db, userId, { ...newValues, updatedAt: now })
    const ended = isAccessChanged ? await endSessions(db, { userId }, now) : []
    if (isAccessChanged) await endFirstFactor(tx, userId)
    // A link that was mailed to a deactivated user says so.
    if (isAccessChanged && newValues.isActive) await invalidateCodes(db, userId, 'SIGN_IN_LINK')
    for (const entry of entries) await audit(tx, { ...entry, object: { type: 'user', id: userId } })
    await auditImpersonationsEnded(ended, tx)
    return presentUser({ ...user, ...newValues })
  })

/**
 * Locks the caller as an administrator until the transaction ends. Administrators cannot demote or deactivate
 * themselves, so one always remains; of two who demote each other at once, the second fails here.
 */
async function requireAdministrator({ db, actor }: Context) {
  const administrators = await lockAdministrators(db)
  if (!administrators.some(({ id }) => id === actor.userId)) throw sessionEndedError()
}

type AuditFacts = Record<string, unknown>
type UserAuditEntry = { action: AuditAction; before: AuditFacts; after: AuditFacts; reason?: string }

function getUserChanges(user: UserRow, { reason, ...change }: UserChange) {
  const { role = user.role, isActive = user.isActive, ...profile } = change
  const facts = getProfileChanges(user, profile)
  const reasonField = reason === undefined ? {} : { reason }
  const entries: UserAuditEntry[] = []
  if (facts) entries.push({ action: 'account.changed', before: facts.before, after: facts.after, ...reasonField })
  if (role !== user.role)
    entries.push({ action: 'account.role_changed', before: { role: user.role }, after: { role }, ...reasonField })
  if (isActive !== user.isActive) {
    const action = isActive ? 'account.activated' : 'account.deactivated'
    entries.push({ action, before: { isActive: user.isActive }, after: { isActive }, ...reasonField })
  }
  const isAccessChanged = role !== user.role || isActive !== user.isActive
  return { becomes: { ...facts?.facts, role, isActive }, entries, isOther: isAccessChanged }
}

const ownAccountError = () =>
  appError('UNPROCESSABLE', 'You cannot change your own role or deactivate yourself. Ask another administrator.')

/** An empty text clears an optional field. */
export const changeProfile = (ctx: Context, change: ProfileChange): Promise<User> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    const user = await lockUser(db, actor.userId)
    if (!user) throw notFound('Your account')
    const changes = getProfileChanges(user, change)
    if (!changes) return presentUser(user)
    const { facts, before, after } = changes
    await updateUser(db, user.id, { ...facts, updatedAt: clock.now() })
    await audit(tx, { action: 'profile.changed', object: { type: 'user', id: user.id }, before, after })
    return presentUser({ ...user, ...facts })
  })

const columnByField = {
  phone: 'phone',
  firstName: 'firstName',
  lastName: 'lastName',
  companyName: 'companyName',
  address_country: 'addressCountry',
  address_state: 'addressState',
  address_city: 'addressCity',
  address_street: 'addressStreet',
  address_apt_suite: 'addressAptSuite',
  address_zip: 'addressZip',
} as const satisfies Record<keyof ProfileChange, keyof UserRow>

/** Returns the columns to set, and each field before and after; null if nothing changes. */
function getProfileChanges(user: UserRow, change: ProfileChange) {
  // Object keys are typed as strings; the contract allows no other names.
  const names = Object.keys(change) as (keyof ProfileChange)[]
  const profile = Object.fromEntries(names.map((name) => [name, user[columnByField[name]]]))
  const newValuesByField = Object.fromEntries(
    Object.entries(change).map(([name, text]) => [name, text === '' ? null : text]),
  )
  const changes = findChanges<AuditFacts>(profile, newValuesByField)
  if (!changes) return null
  const facts: Partial<UserRow> = Object.fromEntries(
    names.filter((name) => name in changes.after).map((name) => [columnByField[name], changes.after[name]]),
  )
  return { ...changes, facts }
}

export type UserRestoration = {
  role?: Role | undefined
  isActive?: boolean | undefined
  endInvitation?: boolean
  /**
   * While the email is unverified, the account counts as registered: it is purged, and a new registration replaces it.
   */
  asRegistered?: boolean
  signOut?: boolean
}

type RestoredUser = {
  before: { role: Role; isActive: boolean }
  after: { role: Role; isActive: boolean }
  /** Sessions of the user and the impersonations they started. */
  ended: EndedSession[]
}

/** Null for closed accounts. The caller audits, and calls `lockEmailCodes` before it locks any user. */
export async function restoreUser(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
  { role, isActive, endInvitation = false, asRegistered = false, signOut = false }: UserRestoration,
): Promise<RestoredUser | null> {
  // Locks codes before the user, like a password reset. A caller that has locked users already holds all codes.
  await lockCodes(db, userId)
  if (endInvitation) await invalidateCodes(db, userId, 'INVITATION')
  const user = await lockUser(db, userId)
  if (!user) return null
  const before = { role: Role.parse(user.role), isActive: user.isActive }
  const after = { role: role ?? before.role, isActive: isActive ?? before.isActive }
  const isAccessChanged = after.role !== before.role || after.isActive !== before.isActive
  const becomesRegistered = asRegistered && user.madeByAdministrator && !user.emailVerifiedAt
  const now = clock.now()
  if (isAccessChanged || becomesRegistered)
    await updateUser(db, userId, {
      ...after,
      ...(becomesRegistered && { madeByAdministrator: false }),
      updatedAt: now,
    })
  const isSignedOut = isAccessChanged || signOut
  const ended = isSignedOut ? await endSessions(db, { userId }, now) : []
  if (isSignedOut) await endFirstFactor({ db }, userId)
  if (isSignedOut && after.isActive) await invalidateCodes(db, userId, 'SIGN_IN_LINK')
  return { before, after, ended }
}
