import { Role } from '@dooryard/contract/roles'
import type { Services } from '../../platform/context.ts'
import { endCodes } from './email-codes.queries.ts'
import { type EndedSession, endSessions } from './sessions.queries.ts'
import { lockUser, updateUser } from './users.queries.ts'

export type Restoration = {
  role?: Role | undefined
  isActive?: boolean | undefined
  /** The invitation that was sent opens nothing any more. */
  endInvitation?: boolean
  /** While its email is not verified it counts as registered: it is forgotten, and whoever registers takes its place. */
  asRegistered?: boolean
  /** Sign them out, whatever else changes. */
  signOut?: boolean
}

type RestoredUser = {
  before: { role: Role; isActive: boolean }
  after: { role: Role; isActive: boolean }
  /** Of the user, and those in which they acted as somebody. */
  ended: EndedSession[]
}

/**
 * Gives a user the role and state of before, and ends their sessions where that changes something. Null for nobody and for
 * a closed account. Nothing is audited: whoever calls says why. Call `holdCodes` before you lock any user.
 */
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
