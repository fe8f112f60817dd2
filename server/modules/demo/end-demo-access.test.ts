import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { coupons } from '@dooryard/contract/billing/coupons'
import { account } from '@dooryard/contract/identity/account'
import { adminWebhooks } from '@dooryard/contract/integrations/admin-webhooks'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { enterprise as enterpriseCalls } from '@dooryard/contract/orders/enterprise'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { actAsUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { createApiClient } from '../api-keys/api-keys.fixture.ts'
import { createCouponAs } from '../coupons/coupons.fixture.ts'
import { createTestWebhook } from '../webhooks/webhooks.fixture.ts'
import { buildAdminActions, createDemoAccounts, listWarnings } from './demo.fixture.ts'
import { endDemo } from './index.ts'

const portal = await testPortal()
afterAll(portal.close)

const { give } = buildAdminActions(portal)
const operator = await user(portal, { role: 'SUPER_ADMIN' })
const demo = await createDemoAccounts(portal)
beforeEach(demo.reopen)

const runEndDemo = () => endDemo(portal.services)
const getWarnings = () => listWarnings(portal)
const consumer = () => user(portal, { role: 'CONSUMER_USER' })

const countInput = { campaignType: 'MAIL_READY', criteria: {} } as const

describe('access', () => {
  test('through API keys and webhooks ends with the role that granted it, and users who had it before keep it', async () => {
    const [person, other] = [await consumer(), await user(portal)]
    const raised = await give(demo.admin, person, 'ENTERPRISE_USER')
    const owners = [demo.enterprise, raised, other]
    const programs = await Promise.all(owners.map((one) => createApiClient(portal, one)))
    const made = await Promise.all(owners.map((one) => createTestWebhook(one)))
    await runEndDemo()
    const replies = await Promise.all(programs.map(({ as }) => as.call(enterpriseCalls.count, { body: countInput })))
    expect(replies.map(({ status }) => status === 401)).toEqual([true, true, false])
    const revoked = getWarnings()['the demo ended: API keys were revoked']
    expect(revoked.toSorted()).toEqual(
      programs
        .slice(0, 2)
        .map(({ issued }) => issued.id)
        .toSorted(),
    )
    expect(getWarnings()['the demo ended: webhooks were disabled'].toSorted()).toEqual(
      made
        .slice(0, 2)
        .map(({ id }) => id)
        .toSorted(),
    )
    expect((await other.as.call(webhooks.get, { params: { id: made[2]?.id ?? '' } })).status).toBe(200)
    // Regaining the role restores none of them until an administrator enables the webhook.
    const back = await give(operator, person, 'ENTERPRISE_USER')
    expect((await programs[1]?.as.call(enterpriseCalls.count, { body: countInput }))?.status).toBe(401)
    const [id, note] = [made[1]?.id ?? '', 'The demo ended']
    const shown = { isActive: false, disabledReason: 'BY_ADMIN', disabledNote: note }
    expect((await back.as.call(webhooks.get, { params: { id } })).body).toMatchObject(shown)
    expect(await back.as.call(webhooks.change, { params: { id }, body: { isActive: true } })).toMatchObject({
      status: 422,
    })
    const reason = 'It may go on'
    expect((await operator.as.call(adminWebhooks.enable, { params: { id }, body: { reason } })).body.isActive).toBe(
      true,
    )
  })

  test('granted by a demo role ends even if the demo removed the role itself', async () => {
    const person = await consumer()
    const raised = await give(demo.admin, person, 'ENTERPRISE_USER')
    const { as } = await createApiClient(portal, raised)
    const { id } = await createTestWebhook(raised)
    await give(demo.admin, person, 'CONSUMER_USER')
    await runEndDemo()
    const back = await give(operator, person, 'ENTERPRISE_USER')
    expect((await as.call(enterpriseCalls.count, { body: countInput })).status).toBe(401)
    expect((await back.as.call(webhooks.get, { params: { id } })).body.isActive).toBe(false)
  })

  test('stays when an administrator has granted the role again', async () => {
    const person = await consumer()
    const { as } = await createApiClient(portal, await give(demo.admin, person, 'ENTERPRISE_USER'))
    await give(operator, person, 'CONSUMER_USER')
    await give(operator, person, 'ENTERPRISE_USER')
    await runEndDemo()
    expect((await as.call(enterpriseCalls.count, { body: countInput })).status).not.toBe(401)
  })

  test('of a demo account that impersonates a user ends, and the audit log records it', async () => {
    const person = await consumer()
    const acting = await actAsUser(portal, demo.admin, person.id)
    await runEndDemo()
    expect((await acting.as.call(account.me)).status).toBe(401)
    expect((await person.as.call(account.me)).status).toBe(200)
    const ends = portal.db.selectFrom('auditLog').select('actorId').where('action', '=', 'impersonation.ended')
    expect(await ends.where('onBehalfOfId', '=', person.id).execute()).toEqual([{ actorId: null }])
  })
})

describe('money', () => {
  test('coupons of demo accounts are deactivated, and others, or those reactivated by another administrator, are not', async () => {
    const [given, kept, confirmed] = [
      await createCouponAs(demo.admin),
      await createCouponAs(operator),
      await createCouponAs(demo.admin),
    ]
    for (const isActive of [false, true])
      await operator.as.call(coupons.activate, { params: { id: confirmed.id }, body: { isActive } })
    await runEndDemo()
    const states = await Promise.all(
      [given, kept, confirmed].map(
        async ({ id }) => (await operator.as.call(coupons.get, { params: { id } })).body.isActive,
      ),
    )
    expect(states).toEqual([false, true, true])
    expect(getWarnings()['the demo ended: coupons were deactivated']).toEqual([given.id])
  })

  test('credits granted by a demo account are logged and left unchanged', async () => {
    const person = await user(portal)
    const body = { userId: person.id, bucket: 'ON_DEMAND', reason: 'For free' } as const
    for (const amount of [500, -100])
      await demo.admin.as.call(adminBilling.adjustCredits, { body: { ...body, amount } })
    await runEndDemo()
    expect(getWarnings()['left as it is: credits that demo accounts gave or took']).toEqual([`${person.id}: 400`])
    const balance = portal.db.selectFrom('creditAccounts').select('onDemandAvailable').where('userId', '=', person.id)
    expect(await balance.executeTakeFirst()).toEqual({ onDemandAvailable: 400 })
  })
})
