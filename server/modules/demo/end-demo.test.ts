import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { waitForLockContention } from '../../test/stores/database.ts'
import { createCouponAs } from '../coupons/coupons.fixture.ts'
import { newEmail } from '../identity/codes/codes.fixture.ts'
import { buildAdminActions, createDemoAccounts, listWarnings } from './demo.fixture.ts'
import { endDemo } from './index.ts'

const portal = await testPortal()
afterAll(portal.close)

const { change, give, standing } = buildAdminActions(portal)
const operator = await user(portal, { role: 'SUPER_ADMIN' })
const demo = await createDemoAccounts(portal)
beforeEach(demo.reopen)

const runEndDemo = () => endDemo(portal.services)
const getWarnings = () => listWarnings(portal)
const consumer = () => user(portal, { role: 'CONSUMER_USER' })

/** The newest audit entries about an object that have no actor. */
const listAuditEntries = async (id: string) => {
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
  test('granted by a demo account are reverted, and their users are signed out', async () => {
    const [person, affiliate] = [await consumer(), await user(portal, { role: 'AFFILIATE_USER' })]
    const raised = await give(demo.admin, person, 'SUPER_ADMIN')
    await give(demo.admin, affiliate, 'ENTERPRISE_USER')
    await runEndDemo()
    expect(await standing(person)).toEqual({ role: 'CONSUMER_USER', isActive: true })
    expect(await standing(affiliate)).toEqual({ role: 'AFFILIATE_USER', isActive: true })
    expect((await raised.as.call(account.me)).status).toBe(401)
    const [from, to] = [{ role: 'SUPER_ADMIN' }, { role: 'CONSUMER_USER' }]
    expect(await listAuditEntries(person.id)).toEqual([
      ['account.role_changed', from, to, 'The demo ended'],
      ['session.all_ended', null, { ended: 1 }, 'The demo ended'],
    ])
    const items = getWarnings()['the demo ended: roles were taken back']
    expect(items.toSorted()).toEqual(
      [`${person.id}: SUPER_ADMIN to CONSUMER_USER`, `${affiliate.id}: ENTERPRISE_USER to AFFILIATE_USER`].toSorted(),
    )
  })

  test('granted through administrators whom the demo made are reverted, however long the chain', async () => {
    const [first, second, third] = [await consumer(), await consumer(), await consumer()]
    const raised = await give(demo.admin, first, 'SUPER_ADMIN')
    const next = await give(raised, second, 'SUPER_ADMIN')
    await give(next, third, 'ENTERPRISE_USER')
    await runEndDemo()
    for (const one of [first, second, third]) expect((await standing(one)).role).toBe('CONSUMER_USER')
  })

  test('granted by an administrator of the portal stay, even after an earlier grant by a demo account', async () => {
    const [given, confirmed, byConfirmed] = [await consumer(), await consumer(), await consumer()]
    await give(operator, given, 'ENTERPRISE_USER')
    await give(demo.admin, confirmed, 'SUPER_ADMIN')
    await give(operator, confirmed, 'CONSUMER_USER')
    const admin = await give(operator, confirmed, 'SUPER_ADMIN')
    await give(admin, byConfirmed, 'AFFILIATE_USER')
    await runEndDemo()
    expect((await standing(given)).role).toBe('ENTERPRISE_USER')
    expect((await standing(confirmed)).role).toBe('SUPER_ADMIN')
    expect((await standing(byConfirmed)).role).toBe('AFFILIATE_USER')
    expect((await admin.as.call(account.me)).status).toBe(200)
    await give(operator, confirmed, 'CONSUMER_USER')
  })

  test('granted before their grantor was confirmed by an administrator still count as demo grants', async () => {
    const [giver, receiver] = [await consumer(), await consumer()]
    const raised = await give(demo.admin, giver, 'SUPER_ADMIN')
    await give(raised, receiver, 'ENTERPRISE_USER')
    await give(operator, giver, 'CONSUMER_USER')
    await give(operator, giver, 'SUPER_ADMIN')
    await runEndDemo()
    expect((await standing(giver)).role).toBe('SUPER_ADMIN')
    expect((await standing(receiver)).role).toBe('CONSUMER_USER')
    await give(operator, giver, 'CONSUMER_USER')
  })

  test('of demo accounts end with the demo', async () => {
    await change(demo.admin, demo.enterprise, { role: 'SUPER_ADMIN' })
    await runEndDemo()
    expect(await standing(demo.enterprise)).toEqual({ role: 'ENTERPRISE_USER', isActive: false })
  })

  test('removed by a demo account are not restored, and the log lists the users', async () => {
    const [admin, person] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    await give(demo.admin, admin, 'CONSUMER_USER')
    await change(demo.admin, person, { isActive: false })
    await runEndDemo()
    expect(await standing(admin)).toEqual({ role: 'CONSUMER_USER', isActive: true })
    expect(await standing(person)).toEqual({ role: 'ENTERPRISE_USER', isActive: false })
    const lost = getWarnings()['left as it is: accounts that lost a role or were deactivated by demo accounts']
    expect(lost).toEqual(expect.arrayContaining([admin.id, person.id]))
  })
})

describe('accounts', () => {
  test('activated by a demo account after an administrator deactivated them are deactivated again', async () => {
    const person = await user(portal)
    await change(operator, person, { isActive: false })
    await change(demo.admin, person, { isActive: true })
    await runEndDemo()
    expect(await standing(person)).toEqual({ role: 'ENTERPRISE_USER', isActive: false })
    expect(getWarnings()['the demo ended: accounts were deactivated']).toContain(person.id)
  })

  test('created by a demo account become consumers, as after registration, and their invitations are void', async () => {
    const person = { phone: '615-555-0142', firstName: 'Erin', lastName: 'Prize' }
    const draft = { ...person, email: newEmail(), role: 'SUPER_ADMIN', sendInvite: true } as const
    const made = (await demo.admin.as.call(adminUsers.create, { body: draft })).body
    await runEndDemo()
    expect(await standing(made)).toEqual({ role: 'CONSUMER_USER', isActive: true })
    const row = portal.db.selectFrom('users').select('madeByAdministrator').where('id', '=', made.id)
    expect(await row.executeTakeFirst()).toEqual({ madeByAdministrator: false })
    expect(getWarnings()['left as they are, as consumers: accounts that demo accounts made']).toContain(made.id)
    const codes = portal.db.selectFrom('emailCodes').select('codeHash').where('userId', '=', made.id)
    expect(await codes.execute()).toEqual([{ codeHash: Buffer.alloc(0) }])
  })

  test('of the demo are closed with their sessions, and a later demo does not reopen the sessions', async () => {
    const before = demo.enterprise.as
    await runEndDemo()
    expect((await before.call(account.me)).status).toBe(401)
    for (const one of [demo.admin, demo.enterprise]) expect((await standing(one)).isActive).toBe(false)
    await portal.db.updateTable('users').set({ isActive: true }).where('id', '=', demo.enterprise.id).execute()
    expect((await before.call(account.me)).status).toBe(401)
  })
})

describe('the end of a demo', () => {
  const entries = async () =>
    (await portal.db.selectFrom('auditLog').select('id').where('reason', '=', 'The demo ended').execute()).length

  test('runs once, even if two processes start together', async () => {
    const person = await consumer()
    await give(demo.admin, person, 'SUPER_ADMIN')
    await Promise.all([runEndDemo(), runEndDemo()])
    const lines = portal.logged.filter((line) => line.includes('roles were taken back'))
    expect(lines).toHaveLength(1)
    const after = await entries()
    portal.logged.length = 0
    await runEndDemo()
    expect([await entries(), portal.logged]).toEqual([after, []])
  })

  test('ignores later changes by an administrator, and runs again after a later demo', async () => {
    const person = await consumer()
    await give(demo.admin, person, 'SUPER_ADMIN')
    await runEndDemo()
    await give(operator, person, 'ENTERPRISE_USER')
    await runEndDemo()
    expect((await standing(person)).role).toBe('ENTERPRISE_USER')
    await demo.reopen()
    await give(demo.admin, person, 'SUPER_ADMIN')
    await runEndDemo()
    expect((await standing(person)).role).toBe('ENTERPRISE_USER')
  })

  test('is atomic', async () => {
    const person = await consumer()
    await give(demo.admin, person, 'SUPER_ADMIN')
    await createCouponAs(demo.admin)
    await portal.pool.query('alter table coupons rename to elsewhere')
    await expect(runEndDemo()).rejects.toThrow('coupons')
    await portal.pool.query('alter table elsewhere rename to coupons')
    expect((await standing(person)).role).toBe('SUPER_ADMIN')
    expect((await standing(demo.admin)).isActive).toBe(true)
    await runEndDemo()
    expect((await standing(person)).role).toBe('CONSUMER_USER')
  })

  test('waits for an invited administrator who is choosing a password, and does not block them', async () => {
    const facts = { phone: '615-555-0143', firstName: 'Casey', lastName: 'Prize', email: newEmail() }
    const draft = { ...facts, role: 'SUPER_ADMIN', sendInvite: true } as const
    const { id } = (await demo.admin.as.call(adminUsers.create, { body: draft })).body
    const reset = await portal.pool.connect()
    // The statements of a password reset in its transaction, one after the other.
    await reset.query('begin')
    await reset.query('select from email_codes where user_id = $1 for no key update', [id])
    const ended = runEndDemo()
    await waitForLockContention(portal.db)
    await reset.query(`update users set password_hash = '' where id = $1`, [id])
    await reset.query('commit')
    reset.release()
    await ended
    expect((await standing({ id })).role).toBe('CONSUMER_USER')
  })

  test('explains how to create an administrator when none is left', async () => {
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
    await runEndDemo()
    await setActive(true)
    expect(Object.keys(getWarnings())).toContainEqual(expect.stringContaining('npm run admin:create'))
  })

  test('logs and changes nothing in a portal without a demo', async () => {
    await portal.db.deleteFrom('demoAccounts').execute()
    const before = await entries()
    await runEndDemo()
    expect([await entries(), getWarnings()]).toEqual([before, {}])
  })
})
