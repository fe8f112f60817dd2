import { account } from '@dooryard/contract/account'
import { adminUsers } from '@dooryard/contract/admin-users'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { somebodyWaits } from '../../test/database.ts'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { coupon } from '../coupons/coupons.fixture.ts'
import { newEmail } from '../identity/codes.fixture.ts'
import { actsIn, demoAccounts, warnings } from './demo.fixture.ts'
import { endDemo } from './index.ts'

const portal = await testPortal()
afterAll(portal.close)

const { change, give, standing } = actsIn(portal)
const own = await user(portal, { role: 'SUPER_ADMIN' })
const demo = await demoAccounts(portal)
beforeEach(demo.reopen)

const end = () => endDemo(portal.services)
const lines = () => warnings(portal)
const consumer = () => user(portal, { role: 'CONSUMER_USER' })

/** The newest entries of the audit log about something, as far as nobody is their actor. */
const entriesOn = async (id: string) => {
  const entries = await portal.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after', 'reason'])
    .where('objectId', '=', id)
    .where('actorId', 'is', null)
    .where('reason', 'is not', null)
    .orderBy('id')
    .execute()
  return entries.map(({ action, before, after, reason }) => [action, before, after, reason])
}

describe('roles', () => {
  test('that a demo account gave go back to what they were, and whoever had them is signed out', async () => {
    const [person, affiliate] = [await consumer(), await user(portal, { role: 'AFFILIATE_USER' })]
    const raised = await give(demo.admin, person, 'SUPER_ADMIN')
    await give(demo.admin, affiliate, 'ENTERPRISE_USER')
    await end()
    expect(await standing(person)).toEqual({ role: 'CONSUMER_USER', isActive: true })
    expect(await standing(affiliate)).toEqual({ role: 'AFFILIATE_USER', isActive: true })
    expect((await raised.as.call(account.me)).status).toBe(401)
    const [from, to] = [{ role: 'SUPER_ADMIN' }, { role: 'CONSUMER_USER' }]
    expect(await entriesOn(person.id)).toEqual([
      ['account.role_changed', from, to, 'The demo ended'],
      ['session.all_ended', null, { ended: 1 }, 'The demo ended'],
    ])
    const items = lines()['the demo ended: roles were taken back']
    expect(items.toSorted()).toEqual(
      [`${person.id}: SUPER_ADMIN to CONSUMER_USER`, `${affiliate.id}: ENTERPRISE_USER to AFFILIATE_USER`].toSorted(),
    )
  })

  test('that somebody gave who was an administrator by a demo account go back as well, however long the chain', async () => {
    const [first, second, third] = [await consumer(), await consumer(), await consumer()]
    const raised = await give(demo.admin, first, 'SUPER_ADMIN')
    const next = await give(raised, second, 'SUPER_ADMIN')
    await give(next, third, 'ENTERPRISE_USER')
    await end()
    for (const one of [first, second, third]) expect((await standing(one)).role).toBe('CONSUMER_USER')
  })

  test('that an administrator of the portal gave stay, also where a demo account had given one before', async () => {
    const [given, confirmed, byConfirmed] = [await consumer(), await consumer(), await consumer()]
    await give(own, given, 'ENTERPRISE_USER')
    await give(demo.admin, confirmed, 'SUPER_ADMIN')
    await give(own, confirmed, 'CONSUMER_USER')
    const admin = await give(own, confirmed, 'SUPER_ADMIN')
    await give(admin, byConfirmed, 'AFFILIATE_USER')
    await end()
    expect((await standing(given)).role).toBe('ENTERPRISE_USER')
    expect((await standing(confirmed)).role).toBe('SUPER_ADMIN')
    expect((await standing(byConfirmed)).role).toBe('AFFILIATE_USER')
    expect((await admin.as.call(account.me)).status).toBe(200)
    await give(own, confirmed, 'CONSUMER_USER')
  })

  test('that were given before an administrator confirmed whoever gave them are still of the demo', async () => {
    const [giver, receiver] = [await consumer(), await consumer()]
    const raised = await give(demo.admin, giver, 'SUPER_ADMIN')
    await give(raised, receiver, 'ENTERPRISE_USER')
    await give(own, giver, 'CONSUMER_USER')
    await give(own, giver, 'SUPER_ADMIN')
    await end()
    expect((await standing(giver)).role).toBe('SUPER_ADMIN')
    expect((await standing(receiver)).role).toBe('CONSUMER_USER')
    await give(own, giver, 'CONSUMER_USER')
  })

  test('of a demo account end with the demo, too', async () => {
    await change(demo.admin, demo.enterprise, { role: 'SUPER_ADMIN' })
    await end()
    expect(await standing(demo.enterprise)).toEqual({ role: 'ENTERPRISE_USER', isActive: false })
  })

  test('that a demo account took away stay away, and the log names whoever lost them', async () => {
    const [admin, person] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    await give(demo.admin, admin, 'CONSUMER_USER')
    await change(demo.admin, person, { isActive: false })
    await end()
    expect(await standing(admin)).toEqual({ role: 'CONSUMER_USER', isActive: true })
    expect(await standing(person)).toEqual({ role: 'ENTERPRISE_USER', isActive: false })
    const lost = lines()['left as it is: accounts that lost a role or were deactivated by demo accounts']
    expect(lost).toEqual(expect.arrayContaining([admin.id, person.id]))
  })
})

describe('accounts', () => {
  test('that a demo account activated, though an administrator had not, are deactivated again', async () => {
    const person = await user(portal)
    await change(own, person, { isActive: false })
    await change(demo.admin, person, { isActive: true })
    await end()
    expect(await standing(person)).toEqual({ role: 'ENTERPRISE_USER', isActive: false })
    expect(lines()['the demo ended: accounts were deactivated']).toContain(person.id)
  })

  test('that a demo account made are what registration makes: consumers, whose invitation is void', async () => {
    const person = { phone: '615-555-0142', firstName: 'Erin', lastName: 'Prize' }
    const draft = { ...person, email: newEmail(), role: 'SUPER_ADMIN', sendInvite: true } as const
    const made = (await demo.admin.as.call(adminUsers.create, { body: draft })).body
    await end()
    expect(await standing(made)).toEqual({ role: 'CONSUMER_USER', isActive: true })
    const row = portal.db.selectFrom('users').select('madeByAdministrator').where('id', '=', made.id)
    expect(await row.executeTakeFirst()).toEqual({ madeByAdministrator: false })
    expect(lines()['left as they are, as consumers: accounts that demo accounts made']).toContain(made.id)
    const codes = portal.db.selectFrom('emailCodes').select('codeHash').where('userId', '=', made.id)
    expect(await codes.execute()).toEqual([{ codeHash: Buffer.alloc(0) }])
  })

  test('of the demo are closed with their sessions, which a later demo does not open again', async () => {
    const before = demo.enterprise.as
    await end()
    expect((await before.call(account.me)).status).toBe(401)
    for (const one of [demo.admin, demo.enterprise]) expect((await standing(one)).isActive).toBe(false)
    await portal.db.updateTable('users').set({ isActive: true }).where('id', '=', demo.enterprise.id).execute()
    expect((await before.call(account.me)).status).toBe(401)
  })
})

describe('the end of a demo', () => {
  const entries = async () =>
    (await portal.db.selectFrom('auditLog').select('id').where('reason', '=', 'The demo ended').execute()).length

  test('comes once, also where two processes start together', async () => {
    const person = await consumer()
    await give(demo.admin, person, 'SUPER_ADMIN')
    await Promise.all([end(), end()])
    const told = portal.logged.filter((line) => line.includes('roles were taken back'))
    expect(told).toHaveLength(1)
    const after = await entries()
    portal.logged.length = 0
    await end()
    expect([await entries(), portal.logged]).toEqual([after, []])
  })

  test('leaves alone what an administrator changes afterwards, and comes again after a later demo', async () => {
    const person = await consumer()
    await give(demo.admin, person, 'SUPER_ADMIN')
    await end()
    await give(own, person, 'ENTERPRISE_USER')
    await end()
    expect((await standing(person)).role).toBe('ENTERPRISE_USER')
    await demo.reopen()
    await give(demo.admin, person, 'SUPER_ADMIN')
    await end()
    expect((await standing(person)).role).toBe('ENTERPRISE_USER')
  })

  test('happens whole or not at all', async () => {
    const person = await consumer()
    await give(demo.admin, person, 'SUPER_ADMIN')
    await coupon(demo.admin)
    await portal.pool.query('alter table coupons rename to elsewhere')
    await expect(end()).rejects.toThrow('coupons')
    await portal.pool.query('alter table elsewhere rename to coupons')
    expect((await standing(person)).role).toBe('SUPER_ADMIN')
    expect((await standing(demo.admin)).isActive).toBe(true)
    await end()
    expect((await standing(person)).role).toBe('CONSUMER_USER')
  })

  test('waits for an invited administrator who chooses their password meanwhile, and does not hold them up', async () => {
    const facts = { phone: '615-555-0143', firstName: 'Casey', lastName: 'Prize', email: newEmail() }
    const draft = { ...facts, role: 'SUPER_ADMIN', sendInvite: true } as const
    const { id } = (await demo.admin.as.call(adminUsers.create, { body: draft })).body
    const reset = await portal.pool.connect()
    // What the reset of a password does in its transaction, one statement after the other.
    await reset.query('begin')
    await reset.query('select from email_codes where user_id = $1 for no key update', [id])
    const ended = end()
    await somebodyWaits(portal.db)
    await reset.query(`update users set password_hash = '' where id = $1`, [id])
    await reset.query('commit')
    reset.release()
    await ended
    expect((await standing({ id })).role).toBe('CONSUMER_USER')
  })

  test('says how to get an administrator where none is left', async () => {
    const others = portal.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'SUPER_ADMIN')
      .where('isActive', '=', true)
    const ids = (await others.where('id', '!=', demo.admin.id).execute()).map(({ id }) => id)
    const setActive = (isActive: boolean) =>
      portal.db.updateTable('users').set({ isActive }).where('id', 'in', ids).execute()
    await give(demo.admin, await consumer(), 'SUPER_ADMIN')
    await setActive(false)
    await end()
    await setActive(true)
    expect(Object.keys(lines())).toContainEqual(expect.stringContaining('npm run admin:create'))
  })

  test('of a portal that never had one says and changes nothing', async () => {
    await portal.db.deleteFrom('demoAccounts').execute()
    const before = await entries()
    await end()
    expect([await entries(), lines()]).toEqual([before, {}])
  })
})
