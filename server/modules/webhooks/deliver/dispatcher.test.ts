import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { emitWebhookEvent, webhooksTopic } from '../events/emit-event.ts'
import { endFirstPending } from './attempts.queries.ts'
import { claimAttempts } from './claim.queries.ts'
import { deletePastAttempts } from './deliver-past.queries.ts'
import { createReceiver, createTestWebhookTo, emitTestEvents, neverAnswers, respondWith } from './receiver.fixture.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { type Dispatcher, startDispatcher } from './start-dispatcher.ts'

let portal: Portal
beforeAll(async () => {
  // Each test starts its own dispatchers.
  portal = await testPortal()
})
afterAll(() => portal.close())

let dispatchers: Dispatcher[] = []
let receivers: Awaited<ReturnType<typeof createReceiver>>[] = []
beforeEach(() => {
  dispatchers = []
  receivers = []
})
afterEach(async () => {
  await Promise.all(dispatchers.map(({ stop }) => stop()))
  await Promise.all(receivers.map(({ close }) => close()))
  // Pending attempts of hanging webhooks must not affect other tests.
  await portal.db.deleteFrom('webhookAttempts').where('status', '=', 'PENDING').execute()
})

async function startTestDispatcher(options: Partial<Parameters<typeof startDispatcher>[1]> = {}) {
  const { hub, outbound, services } = portal
  const started = await startDispatcher(services, { hub, agent: outbound.agent, pollMs: 50, drainMs: 0, ...options })
  dispatchers.push(started)
  return started
}

async function startTrackedReceiver(...receiverArgs: Parameters<typeof createReceiver>) {
  const created = await createReceiver(...receiverArgs)
  receivers.push(created)
  return created
}

const claimTestAttempts = (leaseMs: number, options: Partial<Parameters<typeof claimAttempts>[1]> = {}) =>
  claimAttempts(portal.db, {
    ...{ lease: newId(), leaseMs, now: portal.clock.now(), quick: 1000, slow: 1000 },
    ...{ perUser: { quick: 1000, slow: 1000 }, perWebhook: 8, hungMs: 2000, ...options },
  })

const listStatuses = async ({ attempts }: { attempts: () => Promise<{ status: string }[]> }) =>
  (await attempts()).map(({ status }) => status)

/**
 * Many hanging webhooks of one user with long queues, then a webhook of another user that accepts the 100 events sent
 * to it. Returns how many hanging requests were aborted by then.
 */
async function countAbortedMeanwhile(
  options: Parameters<typeof startTestDispatcher>[0],
  { hasFailed = false, places = 20 } = {},
) {
  let aborted = 0
  const hanging = await startTrackedReceiver((response) => {
    response.on('close', () => {
      aborted += 1
    })
  })
  const healthy = await startTrackedReceiver()
  const owner = await user(portal)
  await Promise.all(Array.from({ length: 20 }, () => createTestWebhookTo(portal, hanging.url, owner)))
  const healthyWebhook = await createTestWebhookTo(portal, healthy.url)
  if (hasFailed)
    await portal.db
      .updateTable('webhooks')
      .set({ failingSince: new Date() })
      .where('id', '=', healthyWebhook.id)
      .execute()
  await emitTestEvents(portal, owner, 40)
  await startTestDispatcher({ slots: { quick: 32, slow: 4 }, hungMs: 100, timeoutMs: 60_000, ...options })
  await expect.poll(() => hanging.deliveries.length).toBeGreaterThanOrEqual(places)
  await emitTestEvents(portal, healthyWebhook.owner, 100)
  const events = () => new Set(healthy.deliveries.map(({ headers }) => headers['webhook-id'])).size
  await expect.poll(events, { interval: 20 }).toBe(100)
  // A request aborted after half a second may have been received, and is sent again.
  if (!options?.timeoutMs) expect(healthy.deliveries).toHaveLength(100)
  return aborted
}

test('hanging endpoints do not delay the others', async () => {
  expect(await countAbortedMeanwhile({})).toBe(0)
})

test('they do not delay an endpoint that has failed once', async () => {
  expect(await countAbortedMeanwhile({}, { hasFailed: true })).toBe(0)
})

test('they would without the limits per webhook and the handling of hanging endpoints', async () => {
  const all = { perWebhook: 1_000, hungMs: 500, timeoutMs: 500, shareOfUser: 1 }
  expect(await countAbortedMeanwhile(all, { places: 32 })).toBeGreaterThan(0)
})

test('at most eight requests are in flight per webhook, and one while it fails or hangs', async () => {
  const hanging = await startTrackedReceiver(neverAnswers)
  const webhook = await createTestWebhookTo(portal, hanging.url)
  await emitTestEvents(portal, webhook.owner, 30)
  const leased = async () => (await webhook.attempts()).filter(({ lease }) => lease).length
  expect(await claimTestAttempts(30_000)).toHaveLength(8)
  expect(await claimTestAttempts(30_000)).toEqual([])
  expect(await leased()).toBe(8)

  for (const [state, isSlow] of [
    [{ failingSince: new Date() }, false],
    [{ lastTimeoutAt: new Date() }, true],
  ] as const) {
    const { id, owner } = await createTestWebhookTo(portal, hanging.url)
    await portal.db.updateTable('webhooks').set(state).where('id', '=', id).execute()
    await emitTestEvents(portal, owner, 30)
    expect(await claimTestAttempts(30_000)).toMatchObject([{ webhookId: id, isSlow }])
    expect(await claimTestAttempts(30_000)).toEqual([])
  }
})

test('the limit is eight even when older events are emitted later', async () => {
  const webhook = await createTestWebhookTo(portal, (await startTrackedReceiver(neverAnswers)).url)
  await emitTestEvents(portal, webhook.owner, 20)
  expect(await claimTestAttempts(30_000)).toHaveLength(8)
  const before = new Date(portal.clock.now().getTime() - 60_000)
  await portal.db.updateTable('webhookAttempts').set({ at: before }).where('lease', 'is', null).execute()
  expect(await claimTestAttempts(30_000)).toEqual([])
})

test('a user has a share of the slots, and among hanging webhooks the one tried longest ago goes next', async () => {
  const { url } = await startTrackedReceiver(neverAnswers)
  const busy = await user(portal)
  const hanging = await Promise.all(Array.from({ length: 6 }, () => createTestWebhookTo(portal, url, busy)))
  await emitTestEvents(portal, busy, 8)
  const healthyWebhook = await createTestWebhookTo(portal, url)
  await emitTestEvents(portal, healthyWebhook.owner)
  const perUser = { quick: 10, slow: 2 }
  const first = await claimTestAttempts(30_000, { perUser })
  expect(first.filter(({ webhookId }) => webhookId !== healthyWebhook.id)).toHaveLength(10)
  expect(first).toHaveLength(11)
  expect(await claimTestAttempts(30_000, { perUser })).toEqual([])

  await portal.db.updateTable('webhookAttempts').set({ lease: null, leasedUntil: null }).execute()
  const now = portal.clock.now().getTime()
  for (const [ago, { id }] of hanging.entries())
    await portal.db
      .updateTable('webhooks')
      .set({ lastTimeoutAt: new Date(now - ago * 1000) })
      .where('id', '=', id)
      .execute()
  const next = await claimTestAttempts(30_000, { perUser, quick: 0 })
  expect(next.map(({ webhookId }) => webhookId).toSorted()).toEqual([hanging[5]?.id, hanging[4]?.id].toSorted())
})

test('a response from the old URL does not affect a webhook whose URL has changed', async () => {
  const owner = await user(portal)
  const webhook = await createTestWebhookTo(portal, (await startTrackedReceiver()).url, owner)
  await emitTestEvents(portal, owner)
  const [requestCount] = await claimTestAttempts(30_000)
  if (!requestCount) throw new Error('nothing was claimed')
  const body = { url: (await startTrackedReceiver()).url }
  expect(await owner.as.call(webhooks.change, { params: webhook, body })).toMatchObject({ status: 200 })
  const gone = { sentAt: portal.clock.now(), durationMs: 1, responseCode: 410, responseBody: '', error: 'It is gone.' }
  await recordOutcomes(portal.services, [{ ...requestCount, ...gone, isHung: true }])
  expect(await webhook.state()).toMatchObject({ isActive: true, failingSince: null, lastTimeoutAt: null })
  expect(await listStatuses(webhook)).toEqual(['FAILED', 'PENDING'])
})

test('the first attempt of each webhook goes before the second of any', async () => {
  const [many, one] = await Promise.all(
    [0, 1].map(async () => createTestWebhookTo(portal, (await startTrackedReceiver()).url)),
  )
  await emitTestEvents(portal, many?.owner ?? { id: '' }, 30)
  await emitTestEvents(portal, one?.owner ?? { id: '' })
  const { length } = await claimTestAttempts(30_000, { quick: 2, slow: 0 })
  expect(length).toBe(2)
  expect((await one?.attempts())?.[0]?.lease).not.toBeNull()
})

test('attempts of a sender that died are sent by another once the lease ends', async () => {
  const [taking, other] = [await startTrackedReceiver(), await startTrackedReceiver()]
  const webhook = await createTestWebhookTo(portal, taking.url)
  const healthyWebhook = await createTestWebhookTo(portal, other.url)
  await emitTestEvents(portal, webhook.owner)
  expect(await claimTestAttempts(3_600_000)).toHaveLength(1)
  await startTestDispatcher()
  await emitTestEvents(portal, healthyWebhook.owner)
  await expect.poll(() => listStatuses(healthyWebhook)).toEqual(['SUCCEEDED'])
  expect(taking.deliveries).toEqual([])
  const over = new Date(Date.now() - 1_000)
  await portal.db
    .updateTable('webhookAttempts')
    .set({ leasedUntil: over })
    .where('webhookId', '=', webhook.id)
    .execute()
  await expect.poll(() => listStatuses(webhook)).toEqual(['SUCCEEDED'])
  expect(taking.deliveries).toHaveLength(1)
})

test('they are sent at once on start when no other sender can be running', async () => {
  const taking = await startTrackedReceiver()
  const webhook = await createTestWebhookTo(portal, taking.url)
  await emitTestEvents(portal, webhook.owner)
  expect(await claimTestAttempts(3_600_000)).toHaveLength(1)
  await (await startTestDispatcher()).stop()
  expect(taking.deliveries).toEqual([])
  const ofHistory = await createTestWebhookTo(portal, taking.url)
  await portal.db.transaction().execute(async (db) => {
    await sql`select set_config('dooryard.job_prefix', 'history:', true)`.execute(db)
    await emitWebhookEvent({ ...portal.services, db }, ofHistory.owner.id, 'webhook.test', () => ({ message: 'Past' }))
  })
  await startTestDispatcher({ releaseAllLeasesAtStart: true })
  await expect.poll(() => listStatuses(webhook)).toEqual(['SUCCEEDED'])
  expect(await listStatuses(ofHistory)).toEqual(['PENDING'])
  await deletePastAttempts(portal.db)
  expect(await listStatuses(ofHistory)).toEqual([])
})

test('a sender that froze until its lease ended changes nothing', async () => {
  const webhook = await createTestWebhookTo(portal, (await startTrackedReceiver()).url)
  await emitTestEvents(portal, webhook.owner)
  const [frozen] = await claimTestAttempts(0)
  const [other] = await claimTestAttempts(30_000)
  if (!frozen || !other) throw new Error('it was not claimed twice')
  const outcome = {
    sentAt: portal.clock.now(),
    durationMs: 1,
    responseCode: 500,
    responseBody: '',
    error: 'No.',
    isHung: false,
  }
  await recordOutcomes(portal.services, [{ ...frozen, ...outcome }])
  expect(await webhook.attempts()).toMatchObject([{ status: 'PENDING', lease: other.lease }])
  expect(await webhook.state()).toMatchObject({ failingSince: null })
  await recordOutcomes(portal.services, [{ ...other, ...outcome }])
  expect(await listStatuses(webhook)).toEqual(['FAILED', 'PENDING'])
  expect((await webhook.state()).failingSince).not.toBeNull()
})

test('a disabled webhook gets nothing; attempts in flight end and are not retried', async () => {
  const failing = await startTrackedReceiver(respondWith(500))
  const webhook = await createTestWebhookTo(portal, failing.url)
  await emitTestEvents(portal, webhook.owner, 2)
  const [inFlight] = await claimTestAttempts(30_000, { quick: 1, slow: 0 })
  const at = portal.clock.now()
  const disabled = { isActive: false, disabledAt: at, disabledReason: 'BY_USER' }
  await portal.db.updateTable('webhooks').set(disabled).where('id', '=', webhook.id).execute()
  expect(await claimTestAttempts(30_000)).toEqual([])
  await endFirstPending(portal.db, webhook.id, { at, error: 'The webhook was disabled.' })
  if (!inFlight) throw new Error('nothing was claimed')
  const outcome = {
    sentAt: at,
    durationMs: 1,
    responseCode: 500,
    responseBody: '',
    error: 'It answered 500.',
    isHung: false,
  }
  await recordOutcomes(portal.services, [{ ...inFlight, ...outcome }])
  const errors = (await webhook.attempts()).map(({ status, error, nextAttemptAt }) => [status, error, nextAttemptAt])
  expect(errors.toSorted()).toEqual([
    ['FAILED', 'It answered 500.', null],
    ['FAILED', 'The webhook was disabled.', null],
  ])
})

test('an endpoint that does not respond in time counts as failed', async () => {
  const webhook = await createTestWebhookTo(portal, (await startTrackedReceiver(neverAnswers)).url)
  await emitTestEvents(portal, webhook.owner)
  await startTestDispatcher({ hungMs: 20, timeoutMs: 100 })
  await expect.poll(() => listStatuses(webhook)).toEqual(['FAILED', 'PENDING'])
  const [{ error, durationMs } = { error: null, durationMs: 0 }] = await webhook.attempts()
  expect(error).toBe('The endpoint did not answer within 15 seconds.')
  expect(durationMs).toBeGreaterThanOrEqual(99)
})

test('on stop, attempts in flight may finish, and the others are released', async () => {
  const stopped = Promise.withResolvers<void>()
  const slow = await startTrackedReceiver((response) => stopped.promise.then(() => response.writeHead(204).end()))
  const hanging = await startTrackedReceiver(neverAnswers)
  const [ending, endless] = [
    await createTestWebhookTo(portal, slow.url),
    await createTestWebhookTo(portal, hanging.url),
  ]
  const stopping = await startTestDispatcher({ drainMs: 5_000 })
  await emitTestEvents(portal, ending.owner)
  await emitTestEvents(portal, endless.owner)
  await expect.poll(() => [slow.deliveries.length, hanging.deliveries.length]).toEqual([1, 1])
  const stop = stopping.stop()
  stopped.resolve()
  await stop
  expect(await listStatuses(ending)).toEqual(['SUCCEEDED'])
  expect(await endless.attempts()).toMatchObject([{ status: 'PENDING', lease: null, attempt: 1 }])
  const heard = Promise.withResolvers<void>()
  const unsubscribe = portal.hub.subscribe([webhooksTopic], heard.resolve)
  await emitTestEvents(portal, ending.owner)
  await heard.promise
  unsubscribe()
  // No other dispatcher has claimed the newer events.
  expect(await claimTestAttempts(30_000)).toHaveLength(2)
  expect(slow.deliveries).toHaveLength(1)
})

test('a webhook whose secret cannot be decrypted fails alone', async () => {
  const [broken, whole] = [
    await createTestWebhookTo(portal, (await startTrackedReceiver()).url),
    await createTestWebhookTo(portal, (await startTrackedReceiver()).url),
  ]
  await portal.db.updateTable('webhooks').set({ secret: 'v1.nonsense' }).where('id', '=', broken.id).execute()
  await startTestDispatcher()
  await emitTestEvents(portal, broken.owner)
  await emitTestEvents(portal, whole.owner)
  await expect.poll(() => listStatuses(whole)).toEqual(['SUCCEEDED'])
  await expect.poll(async () => (await broken.attempts())[0]?.error).toMatch('could not be signed')
})
