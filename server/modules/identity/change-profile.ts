import type { ProfileChange, User } from '@dooryard/contract/users'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { presentUser } from './present-user.ts'
import { profileChanges } from './profile-changes.ts'
import { lockUser, updateUser } from './users.queries.ts'

/** Changes what a profile says; what is left out stays, and an empty text removes what may be absent. */
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
