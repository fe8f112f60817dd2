import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { webhookEventTypes, webhookVersion } from '@dooryard/contract/integrations/webhook-events'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createTestWebhook } from '../webhooks.fixture.ts'

// Nothing is sent here: a portal without a worker keeps its queue.
const portal = await testPortal()
afterAll(portal.close)

let owner: TestUser
let params: { id: string }
beforeEach(async () => {
  owner = await user(portal)
  params = { id: (await createTestWebhook(owner)).id }
})

type PastAttempt = { status: 'PENDING' | 'SUCCEEDED' | 'FAILED'; at: Date; step?: number; lease?: string }

const minutesAgo = (minutes: number) => new Date(portal.clock.now().getTime() - minutes * 60_000)

/** Inserts an event with the given attempts; returns the ids of the event and its attempts. */
async function insertEventWithAttempts(...pastAttempts: PastAttempt[]) {
  const event = {
    id: newId(),
    userId: owner.id,
    type: 'order.failed',
    body: '{"some":"text"}',
    createdAt: minutesAgo(600),
  }
  await portal.db.insertInto('webhookEvents').values(event).execute()
  const rows = pastAttempts.map(({ step = 0, lease, ...one }, index) => ({
    ...{ id: newId(), webhookId: params.id, eventId: event.id, eventType: event.type, attempt: index + 1, step },
    ...(lease !== undefined && { lease, leasedUntil: minutesAgo(-1) }),
    ...one,
  }))
  await portal.db.insertInto('webhookAttempts').values(rows).execute()
  return { eventId: event.id, attemptIds: rows.map(({ id }) => id) }
}

const listAttempts = (eventId: string) =>
  portal.db
    .selectFrom('webhookAttempts')
    .select(['attempt', 'step', 'isManual', 'status', 'at'])
    .where('eventId', '=', eventId)
    .orderBy('attempt')
    .execute()

const requestRedelivery = (body: { attemptId?: string | undefined; since?: string }) =>
  owner.as.call(webhooks.redeliver, { params, body })

describe('one attempt sent again', () => {
  test.each(['SUCCEEDED', 'FAILED'] as const)('is another attempt of its event, after it %s', async (status) => {
    const { eventId, attemptIds } = await insertEventWithAttempts(
      { status: 'FAILED', at: minutesAgo(50), step: 0 },
      { status, at: minutesAgo(40), step: 1 },
    )
    expect(await requestRedelivery({ attemptId: attemptIds[0] })).toMatchObject({ status: 202, body: { queued: 1 } })
    const attempts = await listAttempts(eventId)
    expect(attempts).toHaveLength(3)
    expect(attempts[2]).toMatchObject({ attempt: 3, step: 0, isManual: true, status: 'PENDING' })
    expect(Math.abs((attempts[2]?.at.getTime() ?? 0) - portal.clock.now().getTime())).toBeLessThan(60_000)
  })

  test('that waits for a retry goes at once, and not twice', async () => {
    const waiting = { status: 'PENDING', at: minutesAgo(-600), step: 5 } as const
    const { eventId, attemptIds } = await insertEventWithAttempts({ status: 'FAILED', at: minutesAgo(50) }, waiting)
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => requestRedelivery({ attemptId: attemptIds[0] })))
    expect(replies.map(({ body }) => body)).toEqual(Array.from({ length: 5 }, () => ({ queued: 1, left: 0 })))
    const attempts = await listAttempts(eventId)
    expect(attempts).toMatchObject([{ attempt: 1 }, { attempt: 2, step: 0, isManual: true, status: 'PENDING' }])
    expect(attempts[1]?.at.getTime()).toBeLessThanOrEqual(portal.clock.now().getTime())
  })

  test('that is being sent is left alone', async () => {
    const { eventId, attemptIds } = await insertEventWithAttempts({
      status: 'PENDING',
      at: minutesAgo(1),
      step: 3,
      lease: newId(),
    })
    const before = await listAttempts(eventId)
    expect(await requestRedelivery({ attemptId: attemptIds[0] })).toMatchObject({ status: 202 })
    expect(await listAttempts(eventId)).toEqual(before)
  })

  test('of another webhook, of the same or another user, is not found', async () => {
    const { attemptIds, eventId } = await insertEventWithAttempts({ status: 'FAILED', at: minutesAgo(5) })
    const [stranger, other] = [await user(portal), await createTestWebhook(owner)]
    const theirs = await createTestWebhook(stranger)
    const refusal = { status: 404, body: { message: 'This attempt was not found.' } }
    const body = { attemptId: attemptIds[0] }
    expect(await stranger.as.call(webhooks.redeliver, { params: theirs, body })).toMatchObject(refusal)
    expect(await owner.as.call(webhooks.redeliver, { params: other, body })).toMatchObject(refusal)
    expect(await requestRedelivery({ attemptId: newId() })).toMatchObject(refusal)
    expect(await listAttempts(eventId)).toHaveLength(1)
  })
})

test('all since an instant are the failed events, whether or not they wait for a retry', async () => {
  const since = minutesAgo(60)
  const failed = await insertEventWithAttempts(
    { status: 'FAILED', at: minutesAgo(100) },
    { status: 'FAILED', at: minutesAgo(50) },
  )
  const lost = [await insertEventWithAttempts({ status: 'FAILED', at: since }), failed]
  const waiting = await insertEventWithAttempts(
    { status: 'FAILED', at: minutesAgo(50) },
    { status: 'PENDING', at: minutesAgo(-30), step: 3 },
  )
  const others = [
    await insertEventWithAttempts({ status: 'FAILED', at: minutesAgo(61) }),
    await insertEventWithAttempts(
      { status: 'FAILED', at: minutesAgo(50) },
      { status: 'SUCCEEDED', at: minutesAgo(40) },
    ),
    await insertEventWithAttempts(
      { status: 'SUCCEEDED', at: minutesAgo(100) },
      { status: 'FAILED', at: minutesAgo(40) },
    ),
    await insertEventWithAttempts({ status: 'FAILED', at: minutesAgo(50) }, { status: 'PENDING', at: minutesAgo(1) }),
    await insertEventWithAttempts({ status: 'PENDING', at: minutesAgo(-30) }),
  ]
  const before = await Promise.all(others.map(({ eventId }) => listAttempts(eventId)))
  const call = { since: since.toISOString() }
  expect(await requestRedelivery(call)).toMatchObject({ status: 202, body: { queued: 3 } })
  expect((await listAttempts(waiting.eventId)).at(-1)).toMatchObject({
    attempt: 2,
    step: 0,
    isManual: true,
    status: 'PENDING',
  })
  for (const { eventId, attemptIds } of lost)
    expect((await listAttempts(eventId)).at(-1)).toMatchObject({
      ...{ attempt: attemptIds.length + 1, step: 0, isManual: true, status: 'PENDING' },
    })
  expect(await Promise.all(others.map(({ eventId }) => listAttempts(eventId)))).toEqual(before)
  expect(await requestRedelivery(call)).toMatchObject({ body: { queued: 0 } })
})

test('ten concurrent requests send every failed event once', async () => {
  const events = await Promise.all(
    Array.from({ length: 20 }, () => insertEventWithAttempts({ status: 'FAILED', at: minutesAgo(5) })),
  )
  const since = minutesAgo(10).toISOString()
  const replies = await Promise.all(Array.from({ length: 10 }, () => requestRedelivery({ since })))
  expect(replies.reduce((sum, { body }) => sum + body.queued, 0)).toBe(20)
  for (const { eventId } of events) expect(await listAttempts(eventId)).toHaveLength(2)
})

test('of more than a thousand failed events the oldest thousand are sent first, with the number left', async () => {
  const events = Array.from({ length: 1_003 }, () => ({
    ...{ id: newId(), userId: owner.id, type: 'order.failed', body: '{}', createdAt: minutesAgo(600) },
  }))
  await portal.db.insertInto('webhookEvents').values(events).execute()
  const failed = events.map(({ id: eventId }) => ({
    ...{ id: newId(), webhookId: params.id, eventId, eventType: 'order.failed', attempt: 1, step: 0 },
    ...{ status: 'FAILED', at: minutesAgo(5) },
  }))
  await portal.db.insertInto('webhookAttempts').values(failed).execute()
  const call = { since: minutesAgo(10).toISOString() }
  expect((await requestRedelivery(call)).body).toEqual({ queued: 1_000, left: 3 })
  const oldest = events.map(({ id }) => id).toSorted()
  expect(await listAttempts(oldest[999] ?? '')).toHaveLength(2)
  expect(await listAttempts(oldest[1000] ?? '')).toHaveLength(1)
  expect((await requestRedelivery(call)).body).toEqual({ queued: 3, left: 0 })

  // Pending attempts are never sent after the webhook is disabled, nor once it is enabled again, however many there
  // are.
  const waiting = async () => (await owner.as.call(webhooks.get, { params })).body.waiting
  await owner.as.call(webhooks.change, { params, body: { isActive: false } })
  expect(await waiting()).toBe(503)
  await owner.as.call(webhooks.change, { params, body: { isActive: true } })
  expect(await waiting()).toBe(0)
})

test.each([{}, { attemptId: newId(), since: '2026-11-02T09:30:00Z' }, { since: 'today' }])(
  '%j is not a valid redelivery',
  async (body) => {
    expect(await requestRedelivery(body)).toMatchObject({ status: 400 })
  },
)

describe('a test event', () => {
  test.each(webhookEventTypes.values)('of type %s is queued with its documented example', async (eventType) => {
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

  test('only says that the webhook works unless a type is given', async () => {
    const { body } = await owner.as.call(webhooks.test, { params, body: {} })
    expect(JSON.parse(body.requestBody).data).toEqual({ message: 'This webhook works.' })
  })
})

test('a disabled webhook gets nothing', async () => {
  const { attemptIds, eventId } = await insertEventWithAttempts({ status: 'FAILED', at: minutesAgo(5) })
  await owner.as.call(webhooks.change, { params, body: { isActive: false } })
  const refusal = {
    status: 409,
    body: { code: 'CONFLICT', message: 'This webhook is disabled. Enable it first.' },
  }
  expect(await requestRedelivery({ attemptId: attemptIds[0] })).toMatchObject(refusal)
  expect(await requestRedelivery({ since: minutesAgo(60).toISOString() })).toMatchObject(refusal)
  expect(await owner.as.call(webhooks.test, { params, body: {} })).toMatchObject(refusal)
  expect(await listAttempts(eventId)).toHaveLength(1)
})

test('the log is filtered and paged, newest first, with a total order', async () => {
  const [at, taken] = [minutesAgo(10), minutesAgo(20)]
  const twice = await insertEventWithAttempts(
    { status: 'FAILED', at: minutesAgo(30) },
    { status: 'SUCCEEDED', at: taken },
  )
  const same = await Promise.all(Array.from({ length: 5 }, () => insertEventWithAttempts({ status: 'FAILED', at })))
  const waiting = await owner.as.call(webhooks.test, { params, body: { eventType: 'credits.low' } })
  const log = async (query: object) => (await owner.as.call(webhooks.log, { params, query })).body
  const listIds = async (query: object) => (await log(query)).items.map(({ id }) => id)
  const tied = same
    .flatMap(({ attemptIds }) => attemptIds)
    .toSorted()
    .reverse()
  const all = [waiting.body.id, ...tied, ...twice.attemptIds.toReversed()]
  expect(await listIds({ limit: 100 })).toEqual(all)
  const pages = [await log({ limit: 3 }), await log({ limit: 3, page: 2 }), await log({ limit: 3, page: 3 })]
  expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all)
  expect(pages[0]).toMatchObject({ totalCount: 8, totalPages: 3 })
  expect(await listIds({ status: 'SUCCEEDED' })).toEqual([twice.attemptIds[1]])
  expect(await listIds({ status: 'PENDING' })).toEqual([waiting.body.id])
  expect(await listIds({ eventType: 'credits.low' })).toEqual([waiting.body.id])
  expect(await listIds({ eventId: twice.eventId })).toEqual(twice.attemptIds.toReversed())
  const range = { fromDate: taken.toISOString(), toDate: at.toISOString() }
  expect(await log(range)).toMatchObject({ totalCount: 1, items: [{ id: twice.attemptIds[1] }] })
  expect(await log({ status: 'FAILED', limit: 2 })).toMatchObject({ totalCount: 6, totalPages: 3 })
})
