import type { ProfileChange, User } from '@dooryard/contract/users'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { presentUser } from './present-user.ts'
import { lockUser, type UserFacts, updateUser } from './users.queries.ts'

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
} as const satisfies Record<keyof ProfileChange, keyof UserFacts>

/** Changes what a profile says; what is left out stays, and an empty text removes what may be absent. */
export const changeProfile = (ctx: Context, change: ProfileChange): Promise<User> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    const user = await lockUser(db, actor.userId)
    if (!user) throw notFound('Your account')
    const changes = Object.entries(change).flatMap(([name, text]) => {
      // The entries of an object are typed by name alone; the contract knows no other names.
      const column = columns[name as keyof ProfileChange]
      const [before, after] = [user[column], text || null]
      return text === undefined || before === after ? [] : [{ name, column, before, after }]
    })
    if (changes.length === 0) return presentUser(user)
    const facts: UserFacts = Object.fromEntries(changes.map(({ column, after }) => [column, after]))
    await updateUser(db, user.id, { ...facts, updatedAt: clock.now() })
    await audit(inside, {
      action: 'profile.changed',
      object: { type: 'user', id: user.id },
      before: Object.fromEntries(changes.map(({ name, before }) => [name, before])),
      after: Object.fromEntries(changes.map(({ name, after }) => [name, after])),
    })
    return presentUser({ ...user, ...facts })
  })
