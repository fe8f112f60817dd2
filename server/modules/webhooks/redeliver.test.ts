import { webhooks } from '@dooryard/contract/webhook-calls'
import { webhookEventTypes, webhookVersion } from '@dooryard/contract/webhook-events'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { type TestUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { webhook } from './webhooks.fixture.ts'

// Nothing is sent here: a portal without a worker keeps what it queues.
const portal = await testPortal()
afterAll(portal.close)

let owner: TestUser
let params: { id: string }
beforeEach(async () => {
  owner = await user(portal)
  params = { id: (await webhook(owner)).id }
})

type Past = { status: 'PENDING' | 'SUCCEEDED' | 'FAILED'; at: Date; step?: number; lease?: string }

const ago = (minutes: number) => new Date(portal.clock.now().getTime() - minutes * 60_000)

/** An event that was sent as told, an attempt each; gives the ids of the event and of its attempts. */
async function sent(...past: Past[]) {
  const event = { id: newId(), userId: owner.id, type: 'order.failed', body: '{"some":"text"}', createdAt: ago(600) }
  await portal.db.insertInto('webhookEvents').values(event).execute()
  const rows = past.map(({ step = 0, lease, ...one }, index) => ({
    ...{ id: newId(), webhookId: params.id, eventId: event.id, eventType: event.type, attempt: index + 1, step },
    ...(lease !== undefined && { lease, leasedUntil: ago(-1) }),
    ...one,
  }))
  await portal.db.insertInto('webhookAttempts').values(rows).execute()
  return { eventId: event.id, attemptIds: rows.map(({ id }) => id) }
}

const attemptsOf = (eventId: string) =>
  portal.db
    .selectFrom('webhookAttempts')
    .select(['attempt', 'step', 'isManual', 'status', 'at'])
    .where('eventId', '=', eventId)
    .orderBy('attempt')
    .execute()

const redeliver = (body: { attemptId?: string | undefined; since?: string }) =>
  owner.as.call(webhooks.redeliver, { params, body })

describe('one attempt sent again', () => {
  test.each(['SUCCEEDED', 'FAILED'] as const)('is one more of its event, after it %s', async (status) => {
    const { eventId, attemptIds } = await sent(
      { status: 'FAILED', at: ago(50), step: 0 },
      { status, at: ago(40), step: 1 },
    )
    expect(await redeliver({ attemptId: attemptIds[0] })).toMatchObject({ status: 202, body: { queued: 1 } })
    const attempts = await attemptsOf(eventId)
    expect(attempts).toHaveLength(3)
    expect(attempts[2]).toMatchObject({ attempt: 3, step: 0, isManual: true, status: 'PENDING' })
    expect(Math.abs((attempts[2]?.at.getTime() ?? 0) - portal.clock.now().getTime())).toBeLessThan(60_000)
  })

  test('that waits to be tried again goes at once, and not twice', async () => {
    const waiting = { status: 'PENDING', at: ago(-600), step: 5 } as const
    const { eventId, attemptIds } = await sent({ status: 'FAILED', at: ago(50) }, waiting)
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => redeliver({ attemptId: attemptIds[0] })))
    expect(replies.map(({ body }) => body)).toEqual(Array.from({ length: 5 }, () => ({ queued: 1, left: 0 })))
    const attempts = await attemptsOf(eventId)
    expect(attempts).toMatchObject([{ attempt: 1 }, { attempt: 2, step: 0, isManual: true, status: 'PENDING' }])
    expect(attempts[1]?.at.getTime()).toBeLessThanOrEqual(portal.clock.now().getTime())
  })

  test('that is being sent is left alone', async () => {
    const { eventId, attemptIds } = await sent({ status: 'PENDING', at: ago(1), step: 3, lease: newId() })
    const before = await attemptsOf(eventId)
    expect(await redeliver({ attemptId: attemptIds[0] })).toMatchObject({ status: 202 })
    expect(await attemptsOf(eventId)).toEqual(before)
  })

  test("of another webhook, somebody else's or one's own, is not there", async () => {
    const { attemptIds, eventId } = await sent({ status: 'FAILED', at: ago(5) })
    const [stranger, other] = [await user(portal), await webhook(owner)]
    const theirs = await webhook(stranger)
    const refusal = { status: 404, body: { message: 'This attempt was not found.' } }
    const body = { attemptId: attemptIds[0] }
    expect(await stranger.as.call(webhooks.redeliver, { params: theirs, body })).toMatchObject(refusal)
    expect(await owner.as.call(webhooks.redeliver, { params: other, body })).toMatchObject(refusal)
    expect(await redeliver({ attemptId: newId() })).toMatchObject(refusal)
    expect(await attemptsOf(eventId)).toHaveLength(1)
  })
})

test('all since an instant are those that were sent in vain, whether or not they wait to be sent again', async () => {
  const since = ago(60)
  const failed = await sent({ status: 'FAILED', at: ago(100) }, { status: 'FAILED', at: ago(50) })
  const lost = [await sent({ status: 'FAILED', at: since }), failed]
  const waiting = await sent({ status: 'FAILED', at: ago(50) }, { status: 'PENDING', at: ago(-30), step: 3 })
  const others = [
    await sent({ status: 'FAILED', at: ago(61) }),
    await sent({ status: 'FAILED', at: ago(50) }, { status: 'SUCCEEDED', at: ago(40) }),
    await sent({ status: 'SUCCEEDED', at: ago(100) }, { status: 'FAILED', at: ago(40) }),
    await sent({ status: 'FAILED', at: ago(50) }, { status: 'PENDING', at: ago(1) }),
    await sent({ status: 'PENDING', at: ago(-30) }),
  ]
  const before = await Promise.all(others.map(({ eventId }) => attemptsOf(eventId)))
  const call = { since: since.toISOString() }
  expect(await redeliver(call)).toMatchObject({ status: 202, body: { queued: 3 } })
  expect((await attemptsOf(waiting.eventId)).at(-1)).toMatchObject({
    attempt: 2,
    step: 0,
    isManual: true,
    status: 'PENDING',
  })
  for (const { eventId, attemptIds } of lost)
    expect((await attemptsOf(eventId)).at(-1)).toMatchObject({
      ...{ attempt: attemptIds.length + 1, step: 0, isManual: true, status: 'PENDING' },
    })
  expect(await Promise.all(others.map(({ eventId }) => attemptsOf(eventId)))).toEqual(before)
  expect(await redeliver(call)).toMatchObject({ body: { queued: 0 } })
})

test('asked for ten times at once, all that failed are sent once', async () => {
  const events = await Promise.all(Array.from({ length: 20 }, () => sent({ status: 'FAILED', at: ago(5) })))
  const since = ago(10).toISOString()
  const replies = await Promise.all(Array.from({ length: 10 }, () => redeliver({ since })))
  expect(replies.reduce((sum, { body }) => sum + body.queued, 0)).toBe(20)
  for (const { eventId } of events) expect(await attemptsOf(eventId)).toHaveLength(2)
})

test('of more than a thousand that failed the oldest thousand are sent first, and it says how many are left', async () => {
  const events = Array.from({ length: 1_003 }, () => ({
    ...{ id: newId(), userId: owner.id, type: 'order.failed', body: '{}', createdAt: ago(600) },
  }))
  await portal.db.insertInto('webhookEvents').values(events).execute()
  const failed = events.map(({ id: eventId }) => ({
    ...{ id: newId(), webhookId: params.id, eventId, eventType: 'order.failed', attempt: 1, step: 0 },
    ...{ status: 'FAILED', at: ago(5) },
  }))
  await portal.db.insertInto('webhookAttempts').values(failed).execute()
  const call = { since: ago(10).toISOString() }
  expect((await redeliver(call)).body).toEqual({ queued: 1_000, left: 3 })
  const oldest = events.map(({ id }) => id).toSorted()
  expect(await attemptsOf(oldest[999] ?? '')).toHaveLength(2)
  expect(await attemptsOf(oldest[1000] ?? '')).toHaveLength(1)
  expect((await redeliver(call)).body).toEqual({ queued: 3, left: 0 })

  // However much waits, it is not sent once the webhook is disabled, nor when it is enabled.
  const waiting = async () => (await owner.as.call(webhooks.get, { params })).body.waiting
  await owner.as.call(webhooks.change, { params, body: { isActive: false } })
  expect(await waiting()).toBe(503)
  await owner.as.call(webhooks.change, { params, body: { isActive: true } })
  expect(await waiting()).toBe(0)
})

test.each([{}, { attemptId: newId(), since: '2026-11-02T09:30:00Z' }, { since: 'today' }])(
  '%j is not something to send again',
  async (body) => {
    expect(await redeliver(body)).toMatchObject({ status: 400 })
  },
)

describe('a test', () => {
  test.each(webhookEventTypes.values)('of %s is queued with what its description shows', async (eventType) => {
    const { status, body } = await owner.as.call(webhooks.test, { params, body: { eventType } })
    expect(status).toBe(202)
    expect(body).toEqual({
      ...{ id: expect.any(String), eventId: expect.any(String), eventType, attempt: 1, isManual: true },
      ...{ at: expect.any(String), status: 'PENDING', requestBody: expect.any(String) },
    })
    expect(JSON.parse(body.requestBody)).toMatchObject({
      id: body.eventId,
      type: eventType,
      version: webhookVersion,
      isTest: true,
    })
    expect((await owner.as.call(webhooks.log, { params })).body.items).toEqual([body])
    expect((await owner.as.call(webhooks.get, { params })).body.waiting).toBe(1)
  })

  test('says nothing but that it works unless a kind is named', async () => {
    const { body } = await owner.as.call(webhooks.test, { params, body: {} })
    expect(JSON.parse(body.requestBody).data).toEqual({ message: 'This webhook works.' })
  })
})

test('nothing is sent to a webhook that is disabled', async () => {
  const { attemptIds, eventId } = await sent({ status: 'FAILED', at: ago(5) })
  await owner.as.call(webhooks.change, { params, body: { isActive: false } })
  const refusal = {
    status: 409,
    body: { code: 'CONFLICT', message: 'This webhook is disabled. Enable it to have something sent.' },
  }
  expect(await redeliver({ attemptId: attemptIds[0] })).toMatchObject(refusal)
  expect(await redeliver({ since: ago(60).toISOString() })).toMatchObject(refusal)
  expect(await owner.as.call(webhooks.test, { params, body: {} })).toMatchObject(refusal)
  expect(await attemptsOf(eventId)).toHaveLength(1)
})

test('the log is filtered and paged, the latest first, and ties are told apart', async () => {
  const [at, taken] = [ago(10), ago(20)]
  const twice = await sent({ status: 'FAILED', at: ago(30) }, { status: 'SUCCEEDED', at: taken })
  const same = await Promise.all(Array.from({ length: 5 }, () => sent({ status: 'FAILED', at })))
  const waiting = await owner.as.call(webhooks.test, { params, body: { eventType: 'credits.low' } })
  const log = async (query: object) => (await owner.as.call(webhooks.log, { params, query })).body
  const idsOf = async (query: object) => (await log(query)).items.map(({ id }) => id)
  const tied = same
    .flatMap(({ attemptIds }) => attemptIds)
    .toSorted()
    .reverse()
  const all = [waiting.body.id, ...tied, ...twice.attemptIds.toReversed()]
  expect(await idsOf({ limit: 100 })).toEqual(all)
  const pages = [await log({ limit: 3 }), await log({ limit: 3, page: 2 }), await log({ limit: 3, page: 3 })]
  expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all)
  expect(pages[0]).toMatchObject({ totalCount: 8, totalPages: 3 })
  expect(await idsOf({ status: 'SUCCEEDED' })).toEqual([twice.attemptIds[1]])
  expect(await idsOf({ status: 'PENDING' })).toEqual([waiting.body.id])
  expect(await idsOf({ eventType: 'credits.low' })).toEqual([waiting.body.id])
  expect(await idsOf({ eventId: twice.eventId })).toEqual(twice.attemptIds.toReversed())
  const range = { fromDate: taken.toISOString(), toDate: at.toISOString() }
  expect(await log(range)).toMatchObject({ totalCount: 1, items: [{ id: twice.attemptIds[1] }] })
  expect(await log({ status: 'FAILED', limit: 2 })).toMatchObject({ totalCount: 6, totalPages: 3 })
})
