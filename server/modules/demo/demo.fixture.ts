import { adminUsers, type UserChange } from '@dooryard/contract/admin-users'
import type { Role } from '@dooryard/contract/roles'
import { signedIn, type TestUser, user } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { openDemoAccounts } from './index.ts'

/** The accounts of a demo that is on: an administrator and an enterprise user. */
export async function demoAccounts(portal: Portal) {
  const [admin, enterprise] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const both = [admin, enterprise]
  const emails = both.map(({ email }) => email)
  await openDemoAccounts(portal.db, emails, portal.clock.now())
  /** The demo is on again, both have signed in, and nothing was logged of it yet. */
  const reopen = async () => {
    portal.clock.advance(1000)
    await openDemoAccounts(portal.db, emails, portal.clock.now())
    await portal.db.updateTable('users').set({ isActive: true }).where('email', 'in', emails).execute()
    portal.logged.length = 0
    for (const one of both) Object.assign(one, await signedIn(portal, one.email))
  }
  /** What an older version did as it started without the demo. */
  const closeAsBefore = async () => {
    await portal.db.updateTable('users').set({ isActive: false }).where('email', 'in', emails).execute()
    await portal.db.updateTable('demoAccounts').set({ closedAt: portal.clock.now() }).execute()
  }
  return { admin, enterprise, reopen, closeAsBefore }
}

/** What the log of the program warns of: what each message counts, or names. */
export const warnings = (portal: Portal) =>
  Object.fromEntries(
    portal.logged
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level === 'warn')
      .map(({ msg, count, items }) => [msg, items ?? count]),
  )

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
