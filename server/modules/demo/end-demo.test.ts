import { account } from '@dooryard/contract/account'
import { adminBilling } from '@dooryard/contract/admin-billing'
import { adminUsers } from '@dooryard/contract/admin-users'
import { coupons } from '@dooryard/contract/coupons'
import { enterprise as enterpriseCalls } from '@dooryard/contract/enterprise'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { actingAs, signedIn, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { program } from '../api-keys/keys.fixture.ts'
import { coupon } from '../coupons/coupons.fixture.ts'
import { newEmail } from '../identity/codes.fixture.ts'
import { webhook } from '../webhooks/webhooks.fixture.ts'
import { actsIn, demoAccounts } from './demo.fixture.ts'
import { endDemo, openDemoAccounts } from './index.ts'

const portal = await testPortal()
afterAll(portal.close)

const { change, give, standing } = actsIn(portal)
const own = await user(portal, { role: 'SUPER_ADMIN' })
const demo = await demoAccounts(portal)

/** The demo is on again, and nothing was logged of it yet. */
beforeEach(async () => {
  portal.clock.advance(1000)
  await openDemoAccounts(portal.db, [demo.admin.email, demo.enterprise.email], portal.clock.now())
  for (const { id } of [demo.admin, demo.enterprise])
    await portal.db.updateTable('users').set({ isActive: true }).where('id', '=', id).execute()
  portal.logged.length = 0
  Object.assign(demo.admin, await again(demo.admin.email))
  Object.assign(demo.enterprise, await again(demo.enterprise.email))
})

const again = (email: string) => signedIn(portal, email)
const end = () => endDemo(portal.services)
const consumer = () => user(portal, { role: 'CONSUMER_USER' })

/** What the log of the program says, by message. */
const lines = () =>
  Object.fromEntries(
    portal.logged
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level === 'warn')
      .map(({ msg, count, items }) => [msg, items ?? count]),
  )

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

const counting = { campaignType: 'MAIL_READY', criteria: {} } as const

describe('access', () => {
  test('by keys and webhooks ends with the role that allowed them, and stays with whoever had it before', async () => {
    const [person, other] = [await consumer(), await user(portal)]
    const raised = await give(demo.admin, person, 'ENTERPRISE_USER')
    const owners = [demo.enterprise, raised, other]
    const programs = await Promise.all(owners.map((one) => program(portal, one)))
    const made = await Promise.all(owners.map((one) => webhook(one)))
    await end()
    const replies = await Promise.all(programs.map(({ as }) => as.call(enterpriseCalls.count, { body: counting })))
    expect(replies.map(({ status }) => status === 401)).toEqual([true, true, false])
    const revoked = lines()['the demo ended: API keys were revoked']
    expect(revoked.toSorted()).toEqual(
      programs
        .slice(0, 2)
        .map(({ issued }) => issued.id)
        .toSorted(),
    )
    expect(lines()['the demo ended: webhooks were deleted'].toSorted()).toEqual(
      made
        .slice(0, 2)
        .map(({ id }) => id)
        .toSorted(),
    )
    expect((await other.as.call(webhooks.get, { params: { id: made[2]?.id ?? '' } })).status).toBe(200)
    // A role that comes back later brings none of them with it.
    await give(own, person, 'ENTERPRISE_USER')
    expect((await programs[1]?.as.call(enterpriseCalls.count, { body: counting }))?.status).toBe(401)
  })

  test('of a demo account that acts as somebody ends, and the audit log says so', async () => {
    const person = await consumer()
    const acting = await actingAs(portal, demo.admin, person.id)
    await end()
    expect((await acting.as.call(account.me)).status).toBe(401)
    expect((await person.as.call(account.me)).status).toBe(200)
    const ends = portal.db.selectFrom('auditLog').select('actorId').where('action', '=', 'impersonation.ended')
    expect(await ends.where('onBehalfOfId', '=', person.id).execute()).toEqual([{ actorId: null }])
  })
})

describe('money', () => {
  test('coupons of demo accounts stop working, and those of others, or that one has let work since, do not', async () => {
    const [given, kept, confirmed] = [await coupon(demo.admin), await coupon(own), await coupon(demo.admin)]
    for (const isActive of [false, true])
      await own.as.call(coupons.activate, { params: { id: confirmed.id }, body: { isActive } })
    await end()
    const states = await Promise.all(
      [given, kept, confirmed].map(
        async ({ id }) => (await own.as.call(coupons.get, { params: { id } })).body.isActive,
      ),
    )
    expect(states).toEqual([false, true, true])
    expect(lines()['the demo ended: coupons were deactivated']).toEqual([given.id])
  })

  test('credits that a demo account gave are told in the log, and left where they are', async () => {
    const person = await user(portal)
    const body = { userId: person.id, bucket: 'ON_DEMAND', reason: 'For free' } as const
    for (const amount of [500, -100])
      await demo.admin.as.call(adminBilling.adjustCredits, { body: { ...body, amount } })
    await end()
    expect(lines()['left as it is: credits that demo accounts gave or took']).toEqual([`${person.id}: 400`])
    const balance = portal.db.selectFrom('creditAccounts').select('onDemandAvailable').where('userId', '=', person.id)
    expect(await balance.executeTakeFirst()).toEqual({ onDemandAvailable: 400 })
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
    await openDemoAccounts(portal.db, [demo.admin.email], portal.clock.now())
    await portal.db.updateTable('users').set({ isActive: true }).where('id', '=', demo.admin.id).execute()
    await give(await again(demo.admin.email), person, 'SUPER_ADMIN')
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

  test('of a portal that never had one says and changes nothing', async () => {
    await portal.db.deleteFrom('demoAccounts').execute()
    const before = await entries()
    await end()
    expect([await entries(), lines()]).toEqual([before, {}])
  })
})
