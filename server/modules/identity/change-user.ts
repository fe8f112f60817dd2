import type { UserChange } from '@dooryard/contract/admin-users'
import type { AuditAction } from '@dooryard/contract/audit-log'
import { Role } from '@dooryard/contract/roles'
import type { ProfileChange, User } from '@dooryard/contract/users'
import { audit } from '../../platform/audit.ts'
import type { Context, Services } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { findChanges } from '../../platform/find-changes.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endCodes } from './email-codes.queries.ts'
import { type EndedSession, endSessions } from './sessions.queries.ts'
import { auditImpersonationsIn, sessionEnded } from './sessions.ts'
import { lockAdministrators, lockUser, type UserRow, updateUser } from './users.queries.ts'
import { presentUser } from './users.ts'

/** Another role or state ends the sessions. NOT_FOUND for closed accounts, UNPROCESSABLE for one's own role. */
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

/** An empty text removes what may be absent. */
export const changeProfile = (ctx: Context, change: ProfileChange): Promise<User> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    const user = await lockUser(db, actor.userId)
    if (!user) throw notFound('Your account')
    const changes = profileChanges(user, change)
    if (!changes) return presentUser(user)
    const { facts, before, after } = changes
    await updateUser(db, user.id, { ...facts, updatedAt: clock.now() })
    await audit(inside, { action: 'profile.changed', object: { type: 'user', id: user.id }, before, after })
    return presentUser({ ...user, ...facts })
  })

const columns = {
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

/** The columns to set, and what each field said and says; null where nothing changes. */
function profileChanges(user: UserRow, change: ProfileChange) {
  // The keys of an object are strings to the compiler; the contract knows no other names.
  const names = Object.keys(change) as (keyof ProfileChange)[]
  const profile = Object.fromEntries(names.map((name) => [name, user[columns[name]]]))
  const wanted = Object.fromEntries(Object.entries(change).map(([name, text]) => [name, text === '' ? null : text]))
  const changes = findChanges<Facts>(profile, wanted)
  if (!changes) return null
  const facts: Partial<UserRow> = Object.fromEntries(
    names.filter((name) => name in changes.after).map((name) => [columns[name], changes.after[name]]),
  )
  return { ...changes, facts }
}

export type Restoration = {
  role?: Role | undefined
  isActive?: boolean | undefined
  endInvitation?: boolean
  /** While its email is not verified it counts as registered: it is forgotten, and whoever registers takes its place. */
  asRegistered?: boolean
  signOut?: boolean
}

type RestoredUser = {
  before: { role: Role; isActive: boolean }
  after: { role: Role; isActive: boolean }
  /** Of the user, and those in which they acted as somebody. */
  ended: EndedSession[]
}

/** Null for closed accounts. The caller audits, and calls `holdCodes` before it locks any user. */
export async function restoreUser(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
  { role, isActive, endInvitation = false, asRegistered = false, signOut = false }: Restoration,
): Promise<RestoredUser | null> {
  // Before the user is locked, as whoever resets a password does. Whoever has locked users already holds all codes.
  if (endInvitation) await endCodes(db, userId, 'INVITATION')
  const user = await lockUser(db, userId)
  if (!user) return null
  const before = { role: Role.parse(user.role), isActive: user.isActive }
  const after = { role: role ?? before.role, isActive: isActive ?? before.isActive }
  const isOther = after.role !== before.role || after.isActive !== before.isActive
  const becomesRegistered = asRegistered && user.madeByAdministrator && !user.emailVerifiedAt
  const now = clock.now()
  if (isOther || becomesRegistered)
    await updateUser(db, userId, {
      ...after,
      ...(becomesRegistered && { madeByAdministrator: false }),
      updatedAt: now,
    })
  const ended = isOther || signOut ? await endSessions(db, { userId }, now) : []
  return { before, after, ended }
}
