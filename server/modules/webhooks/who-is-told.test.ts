import { account } from '@dooryard/contract/account'
import type { Role } from '@dooryard/contract/roles'
import type { WebhookData } from '@dooryard/contract/webhook-events'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { claimAttempts } from './claim.queries.ts'
import { tellWebhooks, webhookSchedule } from './index.ts'
import { webhook } from './webhooks.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const lowCredits = () => ({
  balance: { subscriptionCredits: 0, subscriptionCreditsHeld: 0, onDemandCredits: 9 },
  threshold: 50,
})

test('the webhooks of an account that is closed are told nothing any more', async () => {
  const someone = await user(portal)
  const { id } = await webhook(someone, { events: ['credits.low'] })
  await tellWebhooks(portal.services, someone.id, 'credits.low', lowCredits)
  const closed = await someone.as.call(account.close, { body: { password: testPassword } })
  expect(closed.status).toBe(204)
  await tellWebhooks(portal.services, someone.id, 'credits.low', lowCredits)
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

test('a webhook is told nothing while its account is deactivated, or is no enterprise account', async () => {
  const someone = await user(portal)
  const { id } = await webhook(someone, { events: ['credits.low'] })
  const become = (to: { isActive: boolean } | { role: Role }) =>
    portal.db.updateTable('users').set(to).where('id', '=', someone.id).execute()
  const happens = () => tellWebhooks(portal.services, someone.id, 'credits.low', lowCredits)
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

test('what is not as its description says is told as it is, and logged', async () => {
  const someone = await user(portal)
  await webhook(someone, { events: ['credits.low'] })
  // As of an old row that a later description does not foresee.
  const odd = { threshold: 'many' } as unknown as WebhookData<'credits.low'>
  await tellWebhooks(portal.services, someone.id, 'credits.low', () => odd)
  const events = await portal.db.selectFrom('webhookEvents').selectAll().where('userId', '=', someone.id).execute()
  expect(events.map(({ body }) => JSON.parse(body).data)).toEqual([odd])
  await expect.poll(() => portal.logged.join()).toContain(events[0]?.id)
})
