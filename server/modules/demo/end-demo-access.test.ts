import { account } from '@dooryard/contract/account'
import { adminBilling } from '@dooryard/contract/admin-billing'
import { adminWebhooks } from '@dooryard/contract/admin-webhooks'
import { coupons } from '@dooryard/contract/coupons'
import { enterprise as enterpriseCalls } from '@dooryard/contract/enterprise'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { actingAs, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { program } from '../api-keys/keys.fixture.ts'
import { coupon } from '../coupons/coupons.fixture.ts'
import { webhook } from '../webhooks/webhooks.fixture.ts'
import { actsIn, demoAccounts, warnings } from './demo.fixture.ts'
import { endDemo } from './index.ts'

const portal = await testPortal()
afterAll(portal.close)

const { give } = actsIn(portal)
const own = await user(portal, { role: 'SUPER_ADMIN' })
const demo = await demoAccounts(portal)
beforeEach(demo.reopen)

const end = () => endDemo(portal.services)
const lines = () => warnings(portal)
const consumer = () => user(portal, { role: 'CONSUMER_USER' })

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
    expect(lines()['the demo ended: webhooks were disabled'].toSorted()).toEqual(
      made
        .slice(0, 2)
        .map(({ id }) => id)
        .toSorted(),
    )
    expect((await other.as.call(webhooks.get, { params: { id: made[2]?.id ?? '' } })).status).toBe(200)
    // A role that comes back later brings none of them with it, until an administrator enables the webhook.
    const back = await give(own, person, 'ENTERPRISE_USER')
    expect((await programs[1]?.as.call(enterpriseCalls.count, { body: counting }))?.status).toBe(401)
    const [id, note] = [made[1]?.id ?? '', 'The demo ended']
    const shown = { isActive: false, disabledReason: 'BY_ADMIN', disabledNote: note }
    expect((await back.as.call(webhooks.get, { params: { id } })).body).toMatchObject(shown)
    expect(await back.as.call(webhooks.change, { params: { id }, body: { isActive: true } })).toMatchObject({
      status: 422,
    })
    const reason = 'It may go on'
    expect((await own.as.call(adminWebhooks.enable, { params: { id }, body: { reason } })).body.isActive).toBe(true)
  })

  test('that a role of the demo allowed ends though the demo took the role away itself', async () => {
    const person = await consumer()
    const raised = await give(demo.admin, person, 'ENTERPRISE_USER')
    const { as } = await program(portal, raised)
    const { id } = await webhook(raised)
    await give(demo.admin, person, 'CONSUMER_USER')
    await end()
    const back = await give(own, person, 'ENTERPRISE_USER')
    expect((await as.call(enterpriseCalls.count, { body: counting })).status).toBe(401)
    expect((await back.as.call(webhooks.get, { params: { id } })).body.isActive).toBe(false)
  })

  test('that an administrator has confirmed by giving the role again stays', async () => {
    const person = await consumer()
    const { as } = await program(portal, await give(demo.admin, person, 'ENTERPRISE_USER'))
    await give(own, person, 'CONSUMER_USER')
    await give(own, person, 'ENTERPRISE_USER')
    await end()
    expect((await as.call(enterpriseCalls.count, { body: counting })).status).not.toBe(401)
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
