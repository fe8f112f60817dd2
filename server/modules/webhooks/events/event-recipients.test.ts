import type { Role } from '@dooryard/contract/api/roles'
import { account } from '@dooryard/contract/identity/account'
import type { WebhookData } from '@dooryard/contract/integrations/webhook-events'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { claimAttempts } from '../deliver/claim.queries.ts'
import { emitWebhookEvent, webhookSchedule } from '../index.ts'
import { createTestWebhook } from '../webhooks.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const buildLowCredits = () => ({
  balance: { subscriptionCredits: 0, subscriptionCreditsHeld: 0, onDemandCredits: 9 },
  threshold: 50,
})

test('the webhooks of a closed account get no more events', async () => {
  const someone = await user(portal)
  const { id } = await createTestWebhook(someone, { events: ['credits.low'] })
  await emitWebhookEvent(portal.services, someone.id, 'credits.low', buildLowCredits)
  const closed = await someone.as.call(account.close, { body: { password: testPassword } })
  expect(closed.status).toBe(204)
  await emitWebhookEvent(portal.services, someone.id, 'credits.low', buildLowCredits)
  const attempts = () =>
    portal.db.selectFrom('webhookAttempts').select('eventType').where('webhookId', '=', id).execute()
  expect(await attempts()).toEqual([{ eventType: 'credits.low' }])
  const schedule = webhookSchedule(portal.services)
  await schedule['end-undeliverable-attempts'].run()
  await schedule['purge-deleted-webhooks'].run()
  expect(await attempts()).toHaveLength(1)
  portal.clock.advance(61 * 60_000)
  await schedule['purge-deleted-webhooks'].run()
  portal.clock.advance(-61 * 60_000)
  expect(await attempts()).toEqual([])
  expect(await portal.db.selectFrom('webhookEvents').select('id').where('userId', '=', someone.id).execute()).toEqual(
    [],
  )
  expect(await portal.db.selectFrom('webhooks').select('url').where('id', '=', id).execute()).toEqual([])
})

test('a webhook gets no events while its account is deactivated or not an enterprise account', async () => {
  const someone = await user(portal)
  const { id } = await createTestWebhook(someone, { events: ['credits.low'] })
  const become = (to: { isActive: boolean } | { role: Role }) =>
    portal.db.updateTable('users').set(to).where('id', '=', someone.id).execute()
  const happens = () => emitWebhookEvent(portal.services, someone.id, 'credits.low', buildLowCredits)
  const attempts = () =>
    portal.db.selectFrom('webhookAttempts').select(['status', 'error']).where('webhookId', '=', id).execute()
  for (const to of [{ isActive: false }, { isActive: true, role: 'CONSUMER_USER' }, { role: 'SUPER_ADMIN' }] as const) {
    await become(to)
    await happens()
    expect(await attempts()).toEqual([])
  }
  await become({ role: 'ENTERPRISE_USER' })
  await happens()
  expect(await attempts()).toEqual([{ status: 'PENDING', error: null }])
  await become({ isActive: false })
  const claim = { lease: newId(), leaseMs: 0, now: portal.clock.now(), quick: 1000, slow: 1000, hungMs: 0 }
  const claimed = async () =>
    (await claimAttempts(portal.db, { ...claim, perWebhook: 8, perUser: { quick: 1000, slow: 1000 } })).filter(
      ({ webhookId }) => webhookId === id,
    )
  expect(await claimed()).toEqual([])
  await become({ isActive: true })
  expect(await claimed()).toHaveLength(1)
  await become({ isActive: false })
  await webhookSchedule(portal.services)['end-undeliverable-attempts'].run()
  expect(await attempts()).toEqual([{ status: 'FAILED', error: 'Not sent: the account is not active.' }])
})

test('data that does not match its schema is sent unchanged, and logged', async () => {
  const someone = await user(portal)
  await createTestWebhook(someone, { events: ['credits.low'] })
  // As in an old row that does not match a newer schema.
  const odd = { threshold: 'many' } as unknown as WebhookData<'credits.low'>
  await emitWebhookEvent(portal.services, someone.id, 'credits.low', () => odd)
  const events = await portal.db.selectFrom('webhookEvents').selectAll().where('userId', '=', someone.id).execute()
  expect(events.map(({ body }) => JSON.parse(body).data)).toEqual([odd])
  await expect.poll(() => portal.logged.join()).toContain(events[0]?.id)
})
