import { auditLog } from '@dooryard/contract/admin/audit-log'
import { dayMs, minuteMs } from '@dooryard/contract/api/time'
import { adminWebhooks } from '@dooryard/contract/integrations/admin-webhooks'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { webhookFailingDays, webhookRetryMs } from '@dooryard/contract/integrations/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import { user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { webhooksTopic } from '../events/emit-event.ts'
import { webhookSchedule } from '../webhook-schedule.ts'
import {
  createReceiver,
  createTestWebhookTo,
  emitTestEvents,
  respondWith,
  waitUntilNothingDue,
} from './receiver.fixture.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ worker: true })
})
afterAll(() => portal.close())

/** Advances the clock and waits until everything due by then is sent. */
async function advanceAndSend(ms: number) {
  portal.clock.advance(ms)
  await publishTopic(portal.db, webhooksTopic)
  await waitUntilSent()
}

const waitUntilSent = () => waitUntilNothingDue(portal)

type Attempts = Awaited<ReturnType<Awaited<ReturnType<typeof createTestWebhookTo>>['attempts']>>

/** Schedule violations in how an event was delivered to a webhook that accepted it in the end. */
function findScheduleViolations(attempts: Attempts, schedule: readonly number[] = webhookRetryMs): string[] {
  const violations = attempts.flatMap(({ attempt, status, at }, index) => {
    const before = attempts[index - 1]
    const due = before && before.at.getTime() + (before.durationMs ?? 0) + (schedule[index - 1] ?? Number.NaN)
    return [
      ...(attempt === index + 1 ? [] : [`no. ${attempt} is the ${index + 1}.`]),
      ...(status === 'SUCCEEDED' && index < attempts.length - 1 ? ['sent again though taken'] : []),
      ...(due === undefined || before?.nextAttemptAt?.getTime() === due ? [] : ['not by the schedule']),
      ...(before?.nextAttemptAt && at < before.nextAttemptAt ? ['before it was due'] : []),
    ]
  })
  return attempts.at(-1)?.status === 'SUCCEEDED' ? violations : [...violations, 'never taken']
}

test('a receiver that fails half the time gets every event, on schedule', async () => {
  const tries = new Map<string, string[]>()
  // In turn, deliveries fail never, once, never, twice, and so on.
  const getFailureCount = (turn: number) => Math.min(7, Math.log2((turn + 1) & -(turn + 1)))
  const turns = new Map<string, number>()
  const endpoint = await createReceiver((response, { path, headers, body }) => {
    const key = `${path} ${headers['webhook-id']}`
    const its = tries.get(key) ?? []
    turns.set(key, turns.get(key) ?? turns.size)
    tries.set(key, [...its, JSON.stringify([headers['webhook-id'], body, headers['webhook-timestamp']])])
    response.writeHead(its.length < getFailureCount(turns.get(key) ?? 0) ? 503 : 200).end()
  })
  const owner = await user(portal)
  const webhooks = await Promise.all(
    Array.from({ length: 10 }, (_, at) => createTestWebhookTo(portal, `${endpoint.url}/${at}`, owner)),
  )
  await emitTestEvents(portal, owner, 100)
  await waitUntilSent()
  for (const pause of webhookRetryMs) await advanceAndSend(pause + minuteMs)

  const attempts = (await Promise.all(webhooks.map((webhook) => webhook.attempts()))).flat()
  const sent = [...Map.groupBy(attempts, ({ webhookId, eventId }) => webhookId + eventId).values()]
  expect(sent).toHaveLength(1000)
  expect(endpoint.deliveries.length).toBeGreaterThan(1900)
  expect(sent.flatMap((its) => findScheduleViolations(its))).toEqual([])
  // Against another schedule, every retry is a violation.
  const altered = webhookRetryMs.map((pause) => pause + 1)
  expect(sent.filter((its) => findScheduleViolations(its, altered).length > 0)).toEqual(
    sent.filter(({ length }) => length > 1),
  )
  expect(findScheduleViolations((sent.find(({ length }) => length > 2) ?? []).slice(0, -1))).toEqual(['never taken'])
  for (const its of tries.values()) {
    const requests = its.map((one): string[] => JSON.parse(one))
    expect(new Set(requests.map(([id, body]) => `${id} ${body}`)).size).toBe(1)
    expect(new Set(requests.map(([, , timestamp]) => timestamp)).size).toBe(its.length)
  }
  await endpoint.close()
})

test('an event that is never accepted fails once the schedule is over', async () => {
  const endpoint = await createReceiver(respondWith(500, 'Sorry\0'))
  const webhook = await createTestWebhookTo(portal, endpoint.url)
  await emitTestEvents(portal, webhook.owner)
  await waitUntilSent()
  for (const pause of webhookRetryMs) await advanceAndSend(pause + minuteMs)
  await advanceAndSend(5 * 3_600_000)
  const attempts = await webhook.attempts()
  expect(attempts.map(({ status }) => status)).toEqual(Array(8).fill('FAILED'))
  expect(attempts.at(-1)).toMatchObject({
    ...{ responseCode: 500, responseBody: 'Sorry\uFFFD', nextAttemptAt: null },
    error: 'The endpoint answered 500.',
  })
  expect(endpoint.deliveries).toHaveLength(8)
  await endpoint.close()
})

/** The mails to a disabled webhook's owner and its audit log entry. */
async function listNotices({ id, owner }: { id: string; owner: { email: string } }) {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { body } = await admin.as.call(auditLog.list, { query: { object: id } })
  const mails = portal.mails.filter(({ to }) => to === owner.email).map(({ subject }) => subject)
  return { mails, entries: body.items.map(({ action, after }) => ({ action, after })) }
}

test('an endpoint that responds 410 is disabled at once, its owner notified, and nothing more sent', async () => {
  const other = await createReceiver()
  const endpoint = await createReceiver(respondWith(410))
  const webhook = await createTestWebhookTo(portal, endpoint.url)
  const secondWebhook = await createTestWebhookTo(portal, other.url, webhook.owner)
  await emitTestEvents(portal, webhook.owner, 30)
  await waitUntilSent()
  expect(await webhook.state()).toMatchObject({ isActive: false, disabledReason: 'GONE' })
  const sent = endpoint.deliveries.length
  expect(sent).toBeLessThan(30)
  await emitTestEvents(portal, webhook.owner, 5)
  await advanceAndSend(dayMs)
  expect((await secondWebhook.attempts()).filter(({ status }) => status === 'SUCCEEDED')).toHaveLength(35)
  expect(endpoint.deliveries).toHaveLength(sent)
  const attempts = await webhook.attempts()
  expect(attempts).toHaveLength(30)
  expect(new Set(attempts.map(({ error }) => error))).toEqual(
    new Set(['The endpoint answered 410.', 'Not sent: the endpoint answered 410 Gone, and the webhook was disabled.']),
  )
  await expect
    .poll(async () => (await listNotices(webhook)).mails)
    .toEqual(['A webhook of yours is gone and was disabled'])
  expect((await listNotices(webhook)).entries).toContainEqual({
    ...{ action: 'webhook.disabled', after: { disabledReason: 'GONE' } },
  })
  await Promise.all([endpoint.close(), other.close()])
})

test('an endpoint disabled by an administrator gets nothing more, and its owner is told why', async () => {
  const endpoint = await createReceiver(respondWith(500))
  const webhook = await createTestWebhookTo(portal, endpoint.url)
  await emitTestEvents(portal, webhook.owner)
  await waitUntilSent()
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const body = { reason: 'It floods a partner of ours' }
  expect(await admin.as.call(adminWebhooks.disable, { params: { id: webhook.id }, body })).toMatchObject({
    status: 200,
  })
  // An attempt in flight finishes normally.
  await waitUntilSent()
  const sent = endpoint.deliveries.length
  await emitTestEvents(portal, webhook.owner)
  await advanceAndSend(dayMs)
  expect(endpoint.deliveries).toHaveLength(sent)
  await expect
    .poll(async () => (await listNotices(webhook)).mails)
    .toEqual(['An administrator disabled a webhook of yours'])
  const mail = portal.mails.find(({ to }) => to === webhook.owner.email)
  for (const said of [body.reason, endpoint.url]) expect(mail?.text).toContain(said)
  await endpoint.close()
})

test('an owner is notified when an administrator enables their webhook, or leaves it disabled as the owner had it', async () => {
  const endpoint = await createReceiver()
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const [notified, left] = [
    await createTestWebhookTo(portal, endpoint.url),
    await createTestWebhookTo(portal, endpoint.url),
  ]
  await left.owner.as.call(webhooks.change, { params: { id: left.id }, body: { isActive: false } })
  for (const { id } of [notified, left]) {
    await admin.as.call(adminWebhooks.disable, { params: { id }, body: { reason: 'It floods a partner of ours' } })
    const reply = await admin.as.call(adminWebhooks.enable, { params: { id }, body: { reason: 'Mended by now' } })
    expect(reply).toMatchObject({ status: 200 })
  }
  const disabled = 'An administrator disabled a webhook of yours'
  for (const [webhook, subject, says] of [
    [notified, 'An administrator enabled a webhook of yours', 'What happens from now on is sent there again'],
    [left, 'You can enable a webhook of yours again', 'It was disabled before that and still is'],
  ] as const) {
    await expect.poll(async () => (await listNotices(webhook)).mails.toSorted()).toEqual([disabled, subject].toSorted())
    const mail = portal.mails.find((one) => one.to === webhook.owner.email && one.subject === subject)
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(says)
  }
  await endpoint.close()
})

test('an endpoint that fails for five days is disabled; one success restarts the count', async () => {
  const failing = await createReceiver(respondWith(500))
  const answers = [500, 500, 204]
  const wavering = await createReceiver((response) => response.writeHead(answers.shift() ?? 500).end())
  const webhook = await createTestWebhookTo(portal, failing.url)
  const secondWebhook = await createTestWebhookTo(portal, wavering.url)
  const emitToBoth = async () => {
    for (const { owner } of [webhook, secondWebhook]) await emitTestEvents(portal, owner)
    await waitUntilSent()
  }
  await emitToBoth()
  const { failingSince } = await webhook.state()
  await advanceAndSend(minuteMs)
  await advanceAndSend(webhookFailingDays * dayMs - 2 * minuteMs)
  await emitToBoth()
  expect(await webhook.state()).toMatchObject({ isActive: true, failingSince })
  await advanceAndSend(2 * minuteMs)
  await emitToBoth()
  expect(await webhook.state()).toMatchObject({ isActive: false, disabledReason: 'FAILING', failingSince })
  expect((await webhook.attempts()).filter(({ status }) => status === 'PENDING')).toEqual([])
  expect(await secondWebhook.state()).toMatchObject({ isActive: true })
  await expect
    .poll(async () => (await listNotices(webhook)).mails)
    .toEqual(['A webhook was disabled: all deliveries failed for days'])
  await Promise.all([failing.close(), wavering.close()])
})

test('the log is purged after thirty days, and so is the rest of a deleted webhook', async () => {
  const endpoint = await createReceiver()
  const webhook = await createTestWebhookTo(portal, endpoint.url)
  await emitTestEvents(portal, webhook.owner, 3)
  await waitUntilSent()
  const keep = async () => {
    for (const { run } of Object.values(webhookSchedule(portal.services))) await run()
  }
  portal.clock.advance(29 * dayMs)
  await keep()
  expect(await webhook.attempts()).toHaveLength(3)
  await emitTestEvents(portal, webhook.owner)
  await waitUntilSent()
  portal.clock.advance(2 * dayMs)
  await keep()
  expect(await webhook.attempts()).toHaveLength(1)
  await portal.db.updateTable('webhooks').set({ deletedAt: portal.clock.now() }).where('id', '=', webhook.id).execute()
  await keep()
  expect(await webhook.attempts()).toHaveLength(1)
  portal.clock.advance(61 * minuteMs)
  await keep()
  expect(await portal.db.selectFrom('webhooks').select('id').where('id', '=', webhook.id).execute()).toEqual([])
  await endpoint.close()
})
