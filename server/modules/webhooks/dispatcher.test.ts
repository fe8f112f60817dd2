import { webhooks } from '@dooryard/contract/webhook-calls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { endSome } from './attempts.queries.ts'
import { claimAttempts } from './claim.queries.ts'
import { answering, hang, receiver, tell, webhookTo } from './receiver.fixture.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { type Dispatcher, startDispatcher } from './start-dispatcher.ts'
import { webhooksTopic } from './tell-webhooks.ts'

let portal: Portal
beforeAll(async () => {
  // Each test starts the dispatchers that it wants.
  portal = await testPortal()
})
afterAll(() => portal.close())

let dispatchers: Dispatcher[] = []
let receivers: Awaited<ReturnType<typeof receiver>>[] = []
beforeEach(() => {
  dispatchers = []
  receivers = []
})
afterEach(async () => {
  await Promise.all(dispatchers.map(({ stop }) => stop()))
  await Promise.all(receivers.map(({ close }) => close()))
  // What hangs is nobody else's burden.
  await portal.db.deleteFrom('webhookAttempts').where('status', '=', 'PENDING').execute()
})

async function dispatch(options: Partial<Parameters<typeof startDispatcher>[1]> = {}) {
  const { hub, outbound, services } = portal
  const started = await startDispatcher(services, { hub, agent: outbound.agent, pollMs: 50, drainMs: 0, ...options })
  dispatchers.push(started)
  return started
}

async function endpoint(...how: Parameters<typeof receiver>) {
  const made = await receiver(...how)
  receivers.push(made)
  return made
}

const claim = (leaseMs: number, options: Partial<Parameters<typeof claimAttempts>[1]> = {}) =>
  claimAttempts(portal.db, {
    ...{ lease: newId(), leaseMs, now: portal.clock.now(), quick: 1000, slow: 1000 },
    ...{ perUser: { quick: 1000, slow: 1000 }, perWebhook: 8, hungMs: 2000, ...options },
  })

const statuses = async ({ attempts }: { attempts: () => Promise<{ status: string }[]> }) =>
  (await attempts()).map(({ status }) => status)

/**
 * Many hanging webhooks of one user with much to send, then one of another that takes the 100 it is sent: how many of those
 * that hang were given up by then.
 */
async function givenUpMeanwhile(options: Parameters<typeof dispatch>[0], { hasFailed = false, places = 20 } = {}) {
  let givenUp = 0
  const hanging = await endpoint((response) => {
    response.on('close', () => {
      givenUp += 1
    })
  })
  const healthy = await endpoint()
  const owner = await user(portal)
  await Promise.all(Array.from({ length: 20 }, () => webhookTo(portal, hanging.url, owner)))
  const beside = await webhookTo(portal, healthy.url)
  if (hasFailed)
    await portal.db.updateTable('webhooks').set({ failingSince: new Date() }).where('id', '=', beside.id).execute()
  await tell(portal, owner, 40)
  await dispatch({ atOnce: { quick: 32, slow: 4 }, hungMs: 100, timeoutMs: 60_000, ...options })
  await expect.poll(() => hanging.deliveries.length).toBeGreaterThanOrEqual(places)
  await tell(portal, beside.owner, 100)
  const events = () => new Set(healthy.deliveries.map(({ headers }) => headers['webhook-id'])).size
  await expect.poll(events, { interval: 20 }).toBe(100)
  // A post that is given up after half a second may have been received, and is sent again.
  if (!options?.timeoutMs) expect(healthy.deliveries).toHaveLength(100)
  return givenUp
}

test('endpoints that hang do not delay the others', async () => {
  expect(await givenUpMeanwhile({})).toBe(0)
})

test('nor one that has failed once', async () => {
  expect(await givenUpMeanwhile({}, { hasFailed: true })).toBe(0)
})

test('they would if each could have all that waits for it under way, and hanging were no reason to wait', async () => {
  const all = { perWebhook: 1_000, hungMs: 500, timeoutMs: 500, shareOfUser: 1 }
  expect(await givenUpMeanwhile(all, { places: 32 })).toBeGreaterThan(0)
})

test('at most eight are under way to one webhook, and one while it fails or hangs', async () => {
  const hanging = await endpoint(hang)
  const webhook = await webhookTo(portal, hanging.url)
  await tell(portal, webhook.owner, 30)
  const leased = async () => (await webhook.attempts()).filter(({ lease }) => lease).length
  expect(await claim(30_000)).toHaveLength(8)
  expect(await claim(30_000)).toEqual([])
  expect(await leased()).toBe(8)

  for (const [state, isSlow] of [
    [{ failingSince: new Date() }, false],
    [{ lastTimeoutAt: new Date() }, true],
  ] as const) {
    const { id, owner } = await webhookTo(portal, hanging.url)
    await portal.db.updateTable('webhooks').set(state).where('id', '=', id).execute()
    await tell(portal, owner, 30)
    expect(await claim(30_000)).toMatchObject([{ webhookId: id, isSlow }])
    expect(await claim(30_000)).toEqual([])
  }
})

test('it is eight though what happened before is told of later', async () => {
  const webhook = await webhookTo(portal, (await endpoint(hang)).url)
  await tell(portal, webhook.owner, 20)
  expect(await claim(30_000)).toHaveLength(8)
  const before = new Date(portal.clock.now().getTime() - 60_000)
  await portal.db.updateTable('webhookAttempts').set({ at: before }).where('lease', 'is', null).execute()
  expect(await claim(30_000)).toEqual([])
})

test('a user has a share of the places, and the webhook that was tried the longest ago is next of those that hang', async () => {
  const { url } = await endpoint(hang)
  const busy = await user(portal)
  const hanging = await Promise.all(Array.from({ length: 6 }, () => webhookTo(portal, url, busy)))
  await tell(portal, busy, 8)
  const beside = await webhookTo(portal, url)
  await tell(portal, beside.owner)
  const perUser = { quick: 10, slow: 2 }
  const first = await claim(30_000, { perUser })
  expect(first.filter(({ webhookId }) => webhookId !== beside.id)).toHaveLength(10)
  expect(first).toHaveLength(11)
  expect(await claim(30_000, { perUser })).toEqual([])

  await portal.db.updateTable('webhookAttempts').set({ lease: null, leasedUntil: null }).execute()
  const now = portal.clock.now().getTime()
  for (const [ago, { id }] of hanging.entries())
    await portal.db
      .updateTable('webhooks')
      .set({ lastTimeoutAt: new Date(now - ago * 1000) })
      .where('id', '=', id)
      .execute()
  const next = await claim(30_000, { perUser, quick: 0 })
  expect(next.map(({ webhookId }) => webhookId).toSorted()).toEqual([hanging[5]?.id, hanging[4]?.id].toSorted())
})

test('what an endpoint answers is no verdict on the one that is called since', async () => {
  const owner = await user(portal)
  const webhook = await webhookTo(portal, (await endpoint()).url, owner)
  await tell(portal, owner)
  const [asked] = await claim(30_000)
  if (!asked) throw new Error('nothing was claimed')
  const body = { url: (await endpoint()).url }
  expect(await owner.as.call(webhooks.change, { params: webhook, body })).toMatchObject({ status: 200 })
  const gone = { sentAt: portal.clock.now(), durationMs: 1, responseCode: 410, responseBody: '', error: 'It is gone.' }
  await recordOutcomes(portal.services, [{ ...asked, ...gone, isHung: true }])
  expect(await webhook.state()).toMatchObject({ isActive: true, failingSince: null, lastTimeoutAt: null })
  expect(await statuses(webhook)).toEqual(['FAILED', 'PENDING'])
})

test('what the first of each webhook is comes before the second of any', async () => {
  const [many, one] = await Promise.all([0, 1].map(async () => webhookTo(portal, (await endpoint()).url)))
  await tell(portal, many?.owner ?? { id: '' }, 30)
  await tell(portal, one?.owner ?? { id: '' })
  const { length } = await claim(30_000, { quick: 2, slow: 0 })
  expect(length).toBe(2)
  expect((await one?.attempts())?.[0]?.lease).not.toBeNull()
})

test('what a sender had that died is sent by another once its lease is over', async () => {
  const [taking, other] = [await endpoint(), await endpoint()]
  const webhook = await webhookTo(portal, taking.url)
  const beside = await webhookTo(portal, other.url)
  await tell(portal, webhook.owner)
  expect(await claim(3_600_000)).toHaveLength(1)
  await dispatch()
  await tell(portal, beside.owner)
  await expect.poll(() => statuses(beside)).toEqual(['SUCCEEDED'])
  expect(taking.deliveries).toEqual([])
  const over = new Date(Date.now() - 1_000)
  await portal.db
    .updateTable('webhookAttempts')
    .set({ leasedUntil: over })
    .where('webhookId', '=', webhook.id)
    .execute()
  await expect.poll(() => statuses(webhook)).toEqual(['SUCCEEDED'])
  expect(taking.deliveries).toHaveLength(1)
})

test('where nobody else can be sending, it is sent as soon as one starts', async () => {
  const taking = await endpoint()
  const webhook = await webhookTo(portal, taking.url)
  await tell(portal, webhook.owner)
  expect(await claim(3_600_000)).toHaveLength(1)
  await (await dispatch()).stop()
  expect(taking.deliveries).toEqual([])
  await dispatch({ giveAllBackAtStart: true })
  await expect.poll(() => statuses(webhook)).toEqual(['SUCCEEDED'])
})

test('a sender that froze until its lease was over changes nothing', async () => {
  const webhook = await webhookTo(portal, (await endpoint()).url)
  await tell(portal, webhook.owner)
  const [frozen] = await claim(0)
  const [other] = await claim(30_000)
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
  expect(await statuses(webhook)).toEqual(['FAILED', 'PENDING'])
  expect((await webhook.state()).failingSince).not.toBeNull()
})

test('a disabled webhook is sent nothing; what is under way ends, and is not sent again', async () => {
  const failing = await endpoint(answering(500))
  const webhook = await webhookTo(portal, failing.url)
  await tell(portal, webhook.owner, 2)
  const [underWay] = await claim(30_000, { quick: 1, slow: 0 })
  const at = portal.clock.now()
  const disabled = { isActive: false, disabledAt: at, disabledReason: 'BY_USER' }
  await portal.db.updateTable('webhooks').set(disabled).where('id', '=', webhook.id).execute()
  expect(await claim(30_000)).toEqual([])
  await endSome(portal.db, webhook.id, { at, error: 'The webhook was disabled.' })
  if (!underWay) throw new Error('nothing was claimed')
  const outcome = {
    sentAt: at,
    durationMs: 1,
    responseCode: 500,
    responseBody: '',
    error: 'It answered 500.',
    isHung: false,
  }
  await recordOutcomes(portal.services, [{ ...underWay, ...outcome }])
  const errors = (await webhook.attempts()).map(({ status, error, nextAttemptAt }) => [status, error, nextAttemptAt])
  expect(errors.toSorted()).toEqual([
    ['FAILED', 'It answered 500.', null],
    ['FAILED', 'The webhook was disabled.', null],
  ])
})

test('an endpoint that does not answer in time has failed', async () => {
  const webhook = await webhookTo(portal, (await endpoint(hang)).url)
  await tell(portal, webhook.owner)
  await dispatch({ hungMs: 20, timeoutMs: 100 })
  await expect.poll(() => statuses(webhook)).toEqual(['FAILED', 'PENDING'])
  const [{ error, durationMs } = { error: null, durationMs: 0 }] = await webhook.attempts()
  expect(error).toBe('The endpoint did not answer within 15 seconds.')
  expect(durationMs).toBeGreaterThanOrEqual(99)
})

test('who stops lets what is under way end, and gives back what does not', async () => {
  const stopped = Promise.withResolvers<void>()
  const slow = await endpoint((response) => stopped.promise.then(() => response.writeHead(204).end()))
  const hanging = await endpoint(hang)
  const [ending, endless] = [await webhookTo(portal, slow.url), await webhookTo(portal, hanging.url)]
  const stopping = await dispatch({ drainMs: 5_000 })
  await tell(portal, ending.owner)
  await tell(portal, endless.owner)
  await expect.poll(() => [slow.deliveries.length, hanging.deliveries.length]).toEqual([1, 1])
  const stop = stopping.stop()
  stopped.resolve()
  await stop
  expect(await statuses(ending)).toEqual(['SUCCEEDED'])
  expect(await endless.attempts()).toMatchObject([{ status: 'PENDING', lease: null, attempt: 1 }])
  const heard = Promise.withResolvers<void>()
  const unsubscribe = portal.hub.subscribe([webhooksTopic], heard.resolve)
  await tell(portal, ending.owner)
  await heard.promise
  unsubscribe()
  // Nobody else has taken what was told of since.
  expect(await claim(30_000)).toHaveLength(2)
  expect(slow.deliveries).toHaveLength(1)
})

test('a webhook whose secret does not open fails by itself', async () => {
  const [broken, whole] = [
    await webhookTo(portal, (await endpoint()).url),
    await webhookTo(portal, (await endpoint()).url),
  ]
  await portal.db.updateTable('webhooks').set({ secret: 'v1.nonsense' }).where('id', '=', broken.id).execute()
  await dispatch()
  await tell(portal, broken.owner)
  await tell(portal, whole.owner)
  await expect.poll(() => statuses(whole)).toEqual(['SUCCEEDED'])
  await expect.poll(async () => (await broken.attempts())[0]?.error).toMatch('could not be signed')
})
