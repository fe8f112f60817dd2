import { auditLog } from '@dooryard/contract/admin/audit-log'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { maxWebhooks } from '@dooryard/contract/integrations/webhooks'
import { afterAll, describe, expect, test } from 'vitest'
import { signInWithPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { emitWebhookEvent } from './index.ts'
import { createTestWebhook } from './webhooks.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const admin = await user(portal, { role: 'SUPER_ADMIN' })
const owner = await user(portal)

const listAuditEntries = async (id: string) =>
  (await admin.as.call(auditLog.list, { query: { object: id } })).body.items.map(({ action, before, after }) => ({
    action,
    ...(before && { before }),
    ...(after && { after }),
  }))

const buildLowCredits = () => ({
  balance: { subscriptionCredits: 0, subscriptionCreditsHeld: 0, onDemandCredits: 9 },
  threshold: 50,
})

describe('a user who creates a webhook', () => {
  test('sees its secret once and finds it in the list', async () => {
    const owner = await user(portal)
    const { status, body } = await owner.as.call(webhooks.create, {
      body: {
        url: ' https://Hooks.Example.com:443/a b?of=me#top ',
        description: ' Into the\nCRM ',
        events: ['order.failed', 'credits.low', 'order.failed'],
      },
    })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        url: 'https://hooks.example.com/a%20b?of=me',
        description: 'Into the CRM',
        events: ['order.failed', 'credits.low'],
        sendsTestEvents: false,
        isActive: true,
        health: { succeeded: 0, failed: 0, hours: [] },
        hasDelivered: false,
        waiting: 0,
        createdAt: expect.any(String),
        updatedAt: body.createdAt,
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    })
    const { secret, ...shown } = body
    expect((await owner.as.call(webhooks.get, { params: body })).body).toEqual(shown)
    expect((await owner.as.call(webhooks.list)).body).toMatchObject({ items: [shown], totalCount: 1 })
    expect(await listAuditEntries(body.id)).toEqual([
      {
        action: 'webhook.created',
        after: { site: 'https://hooks.example.com', events: ['order.failed', 'credits.low'], sendsTestEvents: false },
      },
    ])
    expect(JSON.stringify(await portal.db.selectFrom('webhooks').selectAll().execute())).not.toContain(secret)
  })

  test.each([
    ['ftp://example.com/', 400, 'Please enter a URL like https://…'],
    ['no url', 400, 'Please enter a URL like https://…'],
    ['https://me:pw@example.com/', 422, 'Leave the user name and password out of the URL.'],
    ['https://me@example.com/', 422, 'Leave the user name and password out of the URL.'],
  ])('cannot use %s as its URL', async (url, status, message) => {
    const reply = await owner.as.call(webhooks.create, { body: { url, events: ['order.failed'] } })
    expect(reply).toMatchObject({ status, body: { issues: [{ path: 'url', message }] } })
    const made = await createTestWebhook(owner)
    expect(await owner.as.call(webhooks.change, { params: made, body: { url } })).toMatchObject({ status })
    await owner.as.call(webhooks.remove, { params: made })
  })

  test(`can have at most ${maxWebhooks}, however many are created at once`, async () => {
    const busy = await user(portal)
    const make = () =>
      busy.as.call(webhooks.create, { body: { url: 'https://hooks.example.com/', events: ['order.failed'] } })
    const statuses = (await Promise.all(Array.from({ length: maxWebhooks + 10 }, make))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(maxWebhooks)
    const refused = await make()
    expect(refused).toMatchObject({
      status: 422,
      body: { message: 'You have 20 webhooks, the maximum. Delete one first.' },
    })
    const { body } = await busy.as.call(webhooks.list, { query: { limit: 100 } })
    expect(body.totalCount).toBe(maxWebhooks)
    await busy.as.call(webhooks.remove, { params: { id: body.items[0]?.id ?? '' } })
    expect((await make()).status).toBe(201)
  })
})

test('a webhook is visible to its owner alone', async () => {
  const { id } = await createTestWebhook(owner)
  const other = await user(portal)
  const params = { id }
  const replies = [
    await other.as.call(webhooks.get, { params }),
    await other.as.call(webhooks.change, { params, body: { isActive: false } }),
    await other.as.call(webhooks.remove, { params }),
    await other.as.call(webhooks.log, { params }),
    await other.as.call(webhooks.attempt, { params: { id, attemptId: id } }),
    await other.as.call(webhooks.secret, { params }),
    await other.as.call(webhooks.regenerateSecret, { params }),
    await other.as.call(webhooks.test, { params, body: {} }),
    await other.as.call(webhooks.redeliver, { params, body: { since: '2026-01-01T00:00:00Z' } }),
  ]
  for (const reply of replies)
    expect(reply).toMatchObject({ status: 404, body: { message: 'This webhook was not found.' } })
  expect((await other.as.call(webhooks.list)).body.totalCount).toBe(0)
  expect((await owner.as.call(webhooks.get, { params })).body).toMatchObject({ isActive: true })
  expect((await admin.as.call(webhooks.get, { params })).status).toBe(403)
})

describe('a change', () => {
  test('is applied and audited as far as anything differs, without the secret path', async () => {
    const made = await createTestWebhook(owner, { description: 'Old' })
    const params = { id: made.id }
    const body = { url: 'https://other.example.com/secret-path', description: '', events: ['order.failed' as const] }
    const changed = await owner.as.call(webhooks.change, { params, body })
    const { secret: _, description: __, ...rest } = made
    expect(changed).toMatchObject({ status: 200 })
    expect(changed.body).toEqual({ ...rest, url: body.url, events: body.events, updatedAt: expect.any(String) })
    await owner.as.call(webhooks.change, { params, body })
    await owner.as.call(webhooks.change, { params, body: {} })
    expect(await listAuditEntries(made.id)).toEqual([
      {
        action: 'webhook.changed',
        before: {
          site: 'https://hooks.example.com',
          description: 'Old',
          events: ['order.completed', 'order.failed'],
        },
        after: { site: 'https://other.example.com', description: null, events: ['order.failed'] },
      },
      expect.objectContaining({ action: 'webhook.created' }),
    ])
  })

  test('to another path of the same origin is audited as a URL change, without the path', async () => {
    const { id, url } = await createTestWebhook(owner)
    const site = new URL(url).origin
    await owner.as.call(webhooks.change, { params: { id }, body: { url: `${site}/secret-path` } })
    const [entry] = await listAuditEntries(id)
    expect(entry).toEqual({ action: 'webhook.changed', before: { site }, after: { site, isUrlChanged: true } })
  })

  test('that disables ends pending attempts, and later events are not queued', async () => {
    const someone = await user(portal)
    const { id } = await createTestWebhook(someone, { events: ['credits.low'] })
    const params = { id }
    await emitWebhookEvent(portal.services, someone.id, 'credits.low', buildLowCredits)
    expect((await someone.as.call(webhooks.get, { params })).body.waiting).toBe(1)
    const disabled = await someone.as.call(webhooks.change, { params, body: { isActive: false } })
    expect(disabled.body).toMatchObject({
      ...{ isActive: false, disabledReason: 'BY_USER', disabledAt: disabled.body.updatedAt, waiting: 0 },
    })
    await emitWebhookEvent(portal.services, someone.id, 'credits.low', buildLowCredits)
    const log = await someone.as.call(webhooks.log, { params })
    expect(log.body.items).toMatchObject([
      { status: 'FAILED', error: 'Not sent: the webhook was disabled.', attempt: 1 },
    ])
  })

  test('that enables resets the disabled reason and the failures, as does a new URL', async () => {
    const { id } = await createTestWebhook(owner)
    const params = { id }
    const ofFailing = { isActive: false, disabledReason: 'FAILING', disabledAt: new Date(), failingSince: new Date() }
    await portal.db.updateTable('webhooks').set(ofFailing).where('id', '=', id).execute()
    const before = (await owner.as.call(webhooks.get, { params })).body
    expect(before).toMatchObject({ disabledReason: 'FAILING', failingSince: expect.any(String) })
    const { body } = await owner.as.call(webhooks.change, { params, body: { isActive: true } })
    expect(body).toEqual({
      ...before,
      ...{ isActive: true, disabledReason: undefined, disabledAt: undefined, failingSince: undefined },
      updatedAt: expect.any(String),
    })
    await portal.db.updateTable('webhooks').set({ failingSince: new Date() }).where('id', '=', id).execute()
    const described = await owner.as.call(webhooks.change, { params, body: { description: 'Still failing' } })
    expect(described.body.failingSince).toBeDefined()
    const moved = await owner.as.call(webhooks.change, { params, body: { url: 'https://new.example.com/' } })
    expect(moved.body.failingSince).toBeUndefined()
  })
})

test('a deleted webhook is gone, and its pending attempts are not sent', async () => {
  const someone = await user(portal)
  const { id } = await createTestWebhook(someone, { events: ['credits.low'] })
  await emitWebhookEvent(portal.services, someone.id, 'credits.low', buildLowCredits)
  expect((await someone.as.call(webhooks.remove, { params: { id } })).status).toBe(204)
  expect((await someone.as.call(webhooks.remove, { params: { id } })).status).toBe(404)
  expect((await someone.as.call(webhooks.get, { params: { id } })).status).toBe(404)
  expect((await someone.as.call(webhooks.list)).body.items).toEqual([])
  const left = await portal.db.selectFrom('webhookAttempts').select('status').where('webhookId', '=', id).execute()
  expect(left).toEqual([{ status: 'FAILED' }])
  expect((await listAuditEntries(id))[0]).toEqual({
    action: 'webhook.removed',
    before: { site: 'https://hooks.example.com' },
  })
})

describe('the secret', () => {
  test('can be shown again, which is audited', async () => {
    const { id, secret } = await createTestWebhook(owner)
    expect((await owner.as.call(webhooks.secret, { params: { id } })).body).toEqual({ secret })
    expect((await listAuditEntries(id)).map(({ action }) => action)).toEqual([
      'webhook.secret_shown',
      'webhook.created',
    ])
  })

  test('can be replaced, and the previous one signs for another day', async () => {
    const someone = await user(portal)
    const { id, secret: first } = await createTestWebhook(someone)
    const params = { id }
    const replaced = await someone.as.call(webhooks.regenerateSecret, { params })
    const ends = new Date(portal.clock.now().getTime() + 24 * 3_600_000)
    expect(replaced.body).toEqual({
      secret: expect.stringMatching(/^whsec_/),
      previousSecretEndsAt: expect.any(String),
    })
    expect(replaced.body.secret).not.toBe(first)
    expect(Math.abs(Date.parse(replaced.body.previousSecretEndsAt ?? '') - ends.getTime())).toBeLessThan(60_000)
    expect((await someone.as.call(webhooks.secret, { params })).body).toEqual(replaced.body)
    const { body } = await someone.as.call(webhooks.get, { params })
    expect(body.previousSecretEndsAt).toBe(replaced.body.previousSecretEndsAt)
    expect((await listAuditEntries(id)).map(({ action }) => action)).toContain('webhook.secret_regenerated')
    portal.clock.advance(24 * 3_600_000 + 60_000)
    const { as } = await signInWithPassword(portal, someone.email)
    expect((await as.call(webhooks.get, { params })).body.previousSecretEndsAt).toBeUndefined()
    expect((await as.call(webhooks.secret, { params })).body).toEqual({ secret: replaced.body.secret })
    portal.clock.advance(-24 * 3_600_000 - 60_000)
  })

  test('can be replaced at most three times a day, so that each previous one signs for its day', async () => {
    const someone = await user(portal)
    const params = await createTestWebhook(someone)
    const regenerate = () => someone.as.call(webhooks.regenerateSecret, { params })
    for (const _ of [1, 2, 3]) expect((await regenerate()).status).toBe(200)
    const shown = (await someone.as.call(webhooks.secret, { params })).body
    const refusal = {
      status: 409,
      body: { code: 'CONFLICT', message: expect.stringContaining('3 new secrets within 24') },
    }
    expect(await regenerate()).toMatchObject(refusal)
    expect((await someone.as.call(webhooks.secret, { params })).body).toEqual(shown)
  })
})

test('the list is newest first, each webhook with its health of the last day', async () => {
  const someone = await user(portal)
  const ids = [
    (await createTestWebhook(someone)).id,
    (await createTestWebhook(someone)).id,
    (await createTestWebhook(someone)).id,
  ]
  // The hour must not change during the test.
  portal.clock.stop()
  const hour = (ago: number) => new Date(Math.floor(portal.clock.now().getTime() / 3_600_000 - ago) * 3_600_000)
  const rows = [0, 3, 24, 25].map((ago) => ({
    hour: hour(ago),
    succeeded: 10 + ago,
    failed: ago,
    webhookId: ids[1] ?? '',
  }))
  await portal.db.insertInto('webhookHourlyStats').values(rows).execute()
  const { body } = await someone.as.call(webhooks.list, { query: { limit: 2 } })
  expect(body).toMatchObject({ totalCount: 3, totalPages: 2, nextPage: 2 })
  expect(body.items.map(({ id }) => id)).toEqual([ids[2], ids[1]])
  expect(body.items.map(({ health }) => health)).toEqual([
    { succeeded: 0, failed: 0, hours: [] },
    {
      ...{ succeeded: 57, failed: 27 },
      hours: [24, 3, 0].map((ago) => ({ at: hour(ago).toISOString(), succeeded: 10 + ago, failed: ago })),
    },
  ])
  const { body: last } = await someone.as.call(webhooks.list, { query: { limit: 2, page: 2 } })
  expect(last.items.map(({ id }) => id)).toEqual([ids[0]])
})
