import { adminUsers, type UserChange } from '@dooryard/contract/admin-users'
import type { Role } from '@dooryard/contract/roles'
import { signedIn, type TestUser, user } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { openDemoAccounts } from './index.ts'

/** The accounts of a demo that is on: an administrator and an enterprise user. */
export async function demoAccounts(portal: Portal) {
  const [admin, enterprise] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  await openDemoAccounts(portal.db, [admin.email, enterprise.email], portal.clock.now())
  return { admin, enterprise }
}

type Person = Pick<TestUser, 'id' | 'email' | 'as'>

/** What administrators do to people, who have just signed in again afterwards where they may. */
export function actsIn(portal: Portal) {
  const change = async ({ as }: Pick<Person, 'as'>, { id }: Pick<Person, 'id'>, body: UserChange) => {
    const reply = await as.call(adminUsers.change, { params: { id }, body: { reason: 'Asked for it', ...body } })
    if (reply.status !== 200) throw new Error(`nothing was changed: ${JSON.stringify(reply.body)}`)
  }
  /** Gives somebody a role, and signs them in with it. */
  const give = async (by: Pick<Person, 'as'>, to: Person, role: Role): Promise<Person> => {
    await change(by, to, { role })
    return { ...to, as: (await signedIn(portal, to.email)).as }
  }
  const standing = async ({ id }: Pick<Person, 'id'>) =>
    portal.db.selectFrom('users').select(['role', 'isActive']).where('id', '=', id).executeTakeFirstOrThrow()
  return { change, give, standing }
}
