import { auditLog } from '@dooryard/contract/admin/audit-log'
import { adminWebhooks } from '@dooryard/contract/integrations/admin-webhooks'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { emitWebhookEvent } from '../index.ts'
import { createTestWebhook } from '../webhooks.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const admin = await user(portal, { role: 'SUPER_ADMIN' })
// Each test starts without other webhooks.
beforeEach(async () => {
  await portal.db.updateTable('webhooks').set({ deletedAt: new Date() }).execute()
  await portal.db.deleteFrom('webhookAttempts').execute()
  await portal.db.deleteFrom('webhookHourlyStats').execute()
})

const reason = 'It floods a server of somebody else'
const buildLowCredits = () => ({
  balance: { subscriptionCredits: 0, subscriptionCreditsHeld: 0, onDemandCredits: 9 },
  threshold: 50,
})

type WebhookStateOptions = { failingSince?: Date; lastTimeoutAt?: Date; createdAt?: Date }

/** Creates a webhook in a given state. */
async function createWebhookInState(owner: TestUser, { url, ...row }: WebhookStateOptions & { url?: string } = {}) {
  const { id } = await createTestWebhook(owner, { events: ['credits.low'], ...(url && { url }) })
  if (Object.keys(row).length > 0) await portal.db.updateTable('webhooks').set(row).where('id', '=', id).execute()
  return id
}

const createDisabledWebhook = async (owner: TestUser) => {
  const id = await createWebhookInState(owner)
  await owner.as.call(webhooks.change, { params: { id }, body: { isActive: false } })
  return id
}

const disable = (id: string) => admin.as.call(adminWebhooks.disable, { params: { id }, body: { reason } })
const enable = (id: string, enableReason = 'They mended it') =>
  admin.as.call(adminWebhooks.enable, { params: { id }, body: { reason: enableReason } })
const listAuditEntries = async (object: string) =>
  (await admin.as.call(auditLog.list, { query: { object } })).body.items
const fetchIds = async (query: Parameters<typeof fetchWebhooks>[0] = {}) =>
  (await fetchWebhooks(query)).body.items.map(({ id }) => id)
const fetchWebhooks = (query: NonNullable<Parameters<typeof admin.as.call<typeof adminWebhooks.list>>[1]>['query']) =>
  admin.as.call(adminWebhooks.list, { query })

describe('the webhooks of all users', () => {
  test('are listed failing first, then slow, then newest', async () => {
    const [one, other] = [await user(portal), await user(portal)]
    const at = new Date()
    const healthy = await createWebhookInState(one)
    const slow = await createWebhookInState(other, { lastTimeoutAt: at })
    const failing = await createWebhookInState(one, { failingSince: at, createdAt: new Date('2026-01-01') })
    const failingToo = await createWebhookInState(other, { failingSince: at, lastTimeoutAt: at })
    const disabled = await createDisabledWebhook(other)
    const newest = await createWebhookInState(one)
    const { body } = await fetchWebhooks({})
    expect(body.items.map(({ id, state }) => [id, state])).toEqual([
      [failingToo, 'FAILING'],
      [failing, 'FAILING'],
      [slow, 'SLOW'],
      [newest, 'HEALTHY'],
      [disabled, 'DISABLED'],
      [healthy, 'HEALTHY'],
    ])
    expect(body.items[0]?.user).toMatchObject({ id: other.id, email: other.email, isActive: true })
    expect(JSON.stringify(body)).not.toContain('whsec_')
    expect(await fetchIds({ page: 2, limit: 2 })).toEqual([slow, newest])
    expect(await fetchIds({ state: 'FAILING', userId: [one.id] })).toEqual([failing])
    expect(await fetchIds({ state: 'DISABLED' })).toEqual([disabled])
    expect((await fetchWebhooks({ userId: [one.id, other.id], limit: 1 })).body.totalCount).toBe(6)
  })

  test('are found by a part of the host or the owner, in any case', async () => {
    const owner = await user(portal)
    const crm = await createWebhookInState(owner, { url: 'https://crm.example.com/in' })
    const other = await createWebhookInState(await user(portal))
    expect(await fetchIds({ search: 'CRM.example' })).toEqual([crm])
    expect(await fetchIds({ search: 'c%m' })).toEqual([])
    expect(await fetchIds({ search: 'cr_.example' })).toEqual([])
    expect(await fetchIds({ search: owner.email.toUpperCase() })).toEqual([crm])
    expect(await fetchIds({ search: 'sampleton' })).toEqual([other, crm])
    expect(await fetchIds({ search: 'nobody has this' })).toEqual([])
  })

  test('are listed while the account is deactivated, and gone once deleted', async () => {
    const owner = await user(portal)
    const [id, deleted] = [await createWebhookInState(owner), await createWebhookInState(owner)]
    await owner.as.call(webhooks.remove, { params: { id: deleted } })
    await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', owner.id).execute()
    expect((await fetchWebhooks({})).body.items).toMatchObject([{ id, user: { isActive: false } }])
    expect(await admin.as.call(adminWebhooks.get, { params: { id: deleted } })).toMatchObject({ status: 404 })
    expect(await disable(deleted)).toMatchObject({ status: 404 })
  })

  test("are counted by state, with a day's attempts and the overdue ones", async () => {
    const owner = await user(portal)
    // The hour must not change during the test.
    portal.clock.stop()
    const at = portal.clock.now()
    const id = await createWebhookInState(owner, { failingSince: at })
    await createDisabledWebhook(owner)
    const hour = (ago: number) => new Date(Math.floor(at.getTime() / 3_600_000 - ago) * 3_600_000)
    const hours = [0, 24, 25].map((ago) => ({ webhookId: id, hour: hour(ago), succeeded: 10 + ago, failed: 1 + ago }))
    await portal.db.insertInto('webhookHourlyStats').values(hours).execute()
    await emitWebhookEvent(portal.services, owner.id, 'credits.low', buildLowCredits)
    const health = async () => (await admin.as.call(adminWebhooks.health)).body
    const expected = {
      byState: [
        { state: 'HEALTHY', count: 0 },
        { state: 'FAILING', count: 1 },
        { state: 'SLOW', count: 0 },
        { state: 'DISABLED', count: 1 },
      ],
      ...{ succeeded: 44, failed: 26, waiting: 1 },
    }
    expect(await health()).toEqual({ ...expected, overdue: 0 })
    const late = new Date(portal.clock.now().getTime() - 61_000)
    await portal.db.updateTable('webhookAttempts').set({ at: late }).execute()
    expect(await health()).toEqual({ ...expected, overdue: 1 })
  })

  test('show what was sent to them', async () => {
    const owner = await user(portal)
    const id = await createWebhookInState(owner)
    await emitWebhookEvent(portal.services, owner.id, 'credits.low', buildLowCredits)
    const theirs = await owner.as.call(webhooks.log, { params: { id } })
    expect(await admin.as.call(adminWebhooks.log, { params: { id } })).toMatchObject({ status: 200, body: theirs.body })
    const attemptId = theirs.body.items[0]?.id ?? ''
    const attempt = await admin.as.call(adminWebhooks.attempt, { params: { id, attemptId } })
    expect(attempt.body).toEqual(theirs.body.items[0])
    const elsewhere = await createWebhookInState(owner)
    expect(await admin.as.call(adminWebhooks.attempt, { params: { id: elsewhere, attemptId } })).toMatchObject({
      status: 404,
    })
  })
})

describe('a webhook that an administrator disables', () => {
  test('gets no pending or new events, and its owner sees why', async () => {
    const owner = await user(portal)
    const id = await createWebhookInState(owner)
    await emitWebhookEvent(portal.services, owner.id, 'credits.low', buildLowCredits)
    const { status, body } = await disable(id)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { isActive: false, disabledReason: 'BY_ADMIN', disabledNote: reason, state: 'DISABLED', waiting: 0 },
    })
    await emitWebhookEvent(portal.services, owner.id, 'credits.low', buildLowCredits)
    expect((await owner.as.call(webhooks.log, { params: { id } })).body.items).toMatchObject([
      { status: 'FAILED', error: 'Not sent: an administrator disabled the webhook.' },
    ])
    const seen = (await owner.as.call(webhooks.get, { params: { id } })).body
    expect(seen).toMatchObject({ isActive: false, disabledReason: 'BY_ADMIN', disabledNote: reason })
    expect(seen).not.toHaveProperty('user')
    const [entry] = await listAuditEntries(id)
    expect(entry).toMatchObject({
      ...{ action: 'webhook.disabled', reason, before: { isActive: true } },
      after: { isActive: false, disabledReason: 'BY_ADMIN' },
    })
    expect(await disable(id)).toMatchObject({ status: 409 })
    expect(await listAuditEntries(id)).toHaveLength(2)
  })

  test('is disabled once, by the first of two administrators', async () => {
    const id = await createWebhookInState(await user(portal))
    const replies = await Promise.all([disable(id), disable(id), disable(id)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await listAuditEntries(id)).map(({ action }) => action)).toEqual(['webhook.disabled', 'webhook.created'])
  })

  test('cannot be enabled, moved or deleted by its owner, who can change its description', async () => {
    const owner = await user(portal)
    const id = await createWebhookInState(owner)
    const params = { id }
    await disable(id)
    const refused = await owner.as.call(webhooks.change, { params, body: { isActive: true, description: 'Mine' } })
    expect(refused).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('only an administrator can enable it') },
    })
    expect(await owner.as.call(webhooks.test, { params, body: {} })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('An administrator disabled this webhook') },
    })
    const message = expect.stringContaining('its URL cannot be changed')
    const moved = await owner.as.call(webhooks.change, { params, body: { url: 'https://other.example.com/' } })
    expect(moved).toMatchObject({ status: 422, body: { issues: [{ path: 'url', message }] } })
    expect(await owner.as.call(webhooks.remove, { params })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: expect.stringContaining('it cannot be deleted') },
    })
    const body = { description: 'Ours', isActive: false, url: 'https://HOOKS.example.com:443/dooryard#' }
    const changed = await owner.as.call(webhooks.change, { params, body })
    expect(changed).toMatchObject({
      status: 200,
      body: { description: 'Ours', isActive: false, disabledReason: 'BY_ADMIN', disabledNote: reason },
    })
  })

  test("blocks its URL for the owner's other webhooks, and for no other user, until it is enabled", async () => {
    const [owner, other] = [await user(portal), await user(portal)]
    const id = await createWebhookInState(owner)
    const elsewhere = await createWebhookInState(owner, { url: 'https://other.example.com/' })
    const twin = await createWebhookInState(owner)
    await owner.as.call(webhooks.change, { params: { id: twin }, body: { isActive: false } })
    await disable(id)
    const url = 'https://Hooks.example.com:443/x/../dooryard#again'
    const make = ({ as }: TestUser) => as.call(webhooks.create, { body: { url, events: ['credits.low'] } })
    const move = () => owner.as.call(webhooks.change, { params: { id: elsewhere }, body: { url } })
    const message = expect.stringContaining('An administrator disabled your webhook of this URL')
    const refused = { status: 409, body: { code: 'CONFLICT', issues: [{ path: 'url', message }] } }
    expect(await make(owner)).toMatchObject(refused)
    expect(await move()).toMatchObject(refused)
    const enabled = await owner.as.call(webhooks.change, { params: { id: twin }, body: { isActive: true } })
    expect(enabled).toMatchObject(refused)
    expect(await make(other)).toMatchObject({ status: 201 })
    await enable(id)
    expect(await make(owner)).toMatchObject({ status: 201 })
    expect(await move()).toMatchObject({ status: 200 })
    expect(await owner.as.call(webhooks.remove, { params: { id } })).toMatchObject({ status: 204 })
  })

  test('cannot be enabled by its owner even if the owner had disabled it before', async () => {
    const owner = await user(portal)
    const id = await createDisabledWebhook(owner)
    expect(await disable(id)).toMatchObject({ status: 200, body: { disabledReason: 'BY_ADMIN' } })
    const [entry] = await listAuditEntries(id)
    expect(entry).toMatchObject({ before: { isActive: false, disabledReason: 'BY_USER' } })
    expect(await owner.as.call(webhooks.change, { params: { id }, body: { isActive: true } })).toMatchObject({
      status: 422,
    })
  })

  test('is enabled by an administrator and gets events from then on', async () => {
    const owner = await user(portal)
    const id = await createWebhookInState(owner, { failingSince: new Date(), lastTimeoutAt: new Date() })
    await disable(id)
    expect(await enable(id)).toMatchObject({ status: 200, body: { isActive: true, state: 'HEALTHY' } })
    const seen = (await owner.as.call(webhooks.get, { params: { id } })).body
    expect(seen).toMatchObject({ isActive: true })
    for (const gone of ['disabledReason', 'disabledNote', 'disabledAt', 'failingSince'])
      expect(seen).not.toHaveProperty(gone)
    const [entry] = await listAuditEntries(id)
    expect(entry).toMatchObject({
      ...{ action: 'webhook.enabled', reason: 'They mended it', after: { isActive: true } },
      before: { isActive: false, disabledReason: 'BY_ADMIN' },
    })
    await emitWebhookEvent(portal.services, owner.id, 'credits.low', buildLowCredits)
    expect((await owner.as.call(webhooks.get, { params: { id } })).body.waiting).toBe(1)
    expect(await enable(id)).toMatchObject({ status: 409, body: { message: 'This webhook is already enabled.' } })
    const theirs = await createDisabledWebhook(owner)
    expect(await enable(theirs)).toMatchObject({ status: 409 })
    expect((await owner.as.call(webhooks.get, { params: { id: theirs } })).body.isActive).toBe(false)
  })

  test('returns to the state its owner left it in, which the owner can then enable', async () => {
    const owner = await user(portal)
    const id = await createDisabledWebhook(owner)
    const before = (await owner.as.call(webhooks.get, { params: { id } })).body
    portal.clock.advance(60_000)
    await disable(id)
    expect(await enable(id)).toMatchObject({ status: 200, body: { isActive: false, state: 'DISABLED' } })
    const seen = (await owner.as.call(webhooks.get, { params: { id } })).body
    expect(seen).toEqual({ ...before, updatedAt: seen.updatedAt })
    expect((await listAuditEntries(id))[0]).toMatchObject({
      ...{ action: 'webhook.enabled', before: { isActive: false, disabledReason: 'BY_ADMIN' } },
      after: { isActive: false, disabledReason: 'BY_USER' },
    })
    const message = expect.stringContaining('only its owner can enable it')
    expect(await enable(id)).toMatchObject({ status: 409, body: { message } })
    expect(await owner.as.call(webhooks.change, { params: { id }, body: { isActive: true } })).toMatchObject({
      status: 200,
      body: { isActive: true },
    })
  })
})
