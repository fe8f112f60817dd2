import type { Role } from '@dooryard/contract/api/roles'
import { adminUsers, type UserChange } from '@dooryard/contract/identity/admin/admin-users'
import { signInWithPassword, type TestUser, user } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { openDemoAccounts } from './index.ts'

/** Creates the accounts of an active demo: an administrator and an enterprise user. */
export async function createDemoAccounts(portal: Portal) {
  const [admin, enterprise] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const both = [admin, enterprise]
  const emails = both.map(({ email }) => email)
  await openDemoAccounts(portal.db, emails, portal.clock.now())
  /** Reopens the demo, signs both accounts in and clears the log. */
  const reopen = async () => {
    portal.clock.advance(1000)
    await openDemoAccounts(portal.db, emails, portal.clock.now())
    await portal.db.updateTable('users').set({ isActive: true }).where('email', 'in', emails).execute()
    portal.logged.length = 0
    for (const one of both) Object.assign(one, await signInWithPassword(portal, one.email))
  }
  /** Closes the accounts as an older version did when it started without the demo. */
  const closeAsBefore = async () => {
    await portal.db.updateTable('users').set({ isActive: false }).where('email', 'in', emails).execute()
    await portal.db.updateTable('demoAccounts').set({ closedAt: portal.clock.now() }).execute()
  }
  return { admin, enterprise, reopen, closeAsBefore }
}

/** The warnings of the program's log: the items, or else the count, by message. */
export const listWarnings = (portal: Portal) =>
  Object.fromEntries(
    portal.logged
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level === 'warn')
      .map(({ msg, count, items }) => [msg, items ?? count]),
  )

type TestPerson = Pick<TestUser, 'id' | 'email' | 'as'>

/** Administrator actions on users. Affected users are signed in again where they still may. */
export function buildAdminActions(portal: Portal) {
  const change = async ({ as }: Pick<TestPerson, 'as'>, { id }: Pick<TestPerson, 'id'>, body: UserChange) => {
    const reply = await as.call(adminUsers.change, { params: { id }, body: { reason: 'Asked for it', ...body } })
    if (reply.status !== 200) throw new Error(`nothing was changed: ${JSON.stringify(reply.body)}`)
  }
  /** Gives a user a role and signs them in with it. */
  const give = async (by: Pick<TestPerson, 'as'>, to: TestPerson, role: Role): Promise<TestPerson> => {
    await change(by, to, { role })
    return { ...to, as: (await signInWithPassword(portal, to.email)).as }
  }
  const standing = async ({ id }: Pick<TestPerson, 'id'>) =>
    portal.db.selectFrom('users').select(['role', 'isActive']).where('id', '=', id).executeTakeFirstOrThrow()
  return { change, give, standing }
}
