import { adminWebhooks } from '@dooryard/contract/admin-webhooks'
import { auditLog } from '@dooryard/contract/audit-log'
import { dayMs, minuteMs } from '@dooryard/contract/time'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { webhookFailingDays, webhookRetryMs } from '@dooryard/contract/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce } from '../../platform/live/hub.ts'
import { user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { answering, nothingDue, receiver, tell, webhookTo } from './receiver.fixture.ts'
import { webhooksTopic } from './tell-webhooks.ts'
import { webhookSchedule } from './webhook-schedule.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ worker: true })
})
afterAll(() => portal.close())

/** Lets time pass, and what is due by then be sent. */
async function later(ms: number) {
  portal.clock.advance(ms)
  await announce(portal.db, webhooksTopic)
  await settled()
}

const settled = () => nothingDue(portal)

type Attempts = Awaited<ReturnType<Awaited<ReturnType<typeof webhookTo>>['attempts']>>

/** What is wrong with how an event was sent to a webhook that took it in the end. */
function faultsOf(attempts: Attempts, schedule: readonly number[] = webhookRetryMs): string[] {
  const faults = attempts.flatMap(({ attempt, status, at }, index) => {
    const before = attempts[index - 1]
    const due = before && before.at.getTime() + (before.durationMs ?? 0) + (schedule[index - 1] ?? Number.NaN)
    return [
      ...(attempt === index + 1 ? [] : [`no. ${attempt} is the ${index + 1}.`]),
      ...(status === 'SUCCEEDED' && index < attempts.length - 1 ? ['sent again though taken'] : []),
      ...(due === undefined || before?.nextAttemptAt?.getTime() === due ? [] : ['not by the schedule']),
      ...(before?.nextAttemptAt && at < before.nextAttemptAt ? ['before it was due'] : []),
    ]
  })
  return attempts.at(-1)?.status === 'SUCCEEDED' ? faults : [...faults, 'never taken']
}

test('a receiver that fails half the time is told of everything, by the schedule', async () => {
  const tries = new Map<string, string[]>()
  // Of those that come, in turn: one fails never, the next once, the next never, the next twice, and so on.
  const failuresOf = (turn: number) => Math.min(7, Math.log2((turn + 1) & -(turn + 1)))
  const turns = new Map<string, number>()
  const endpoint = await receiver((response, { path, headers, body }) => {
    const key = `${path} ${headers['webhook-id']}`
    const its = tries.get(key) ?? []
    turns.set(key, turns.get(key) ?? turns.size)
    tries.set(key, [...its, JSON.stringify([headers['webhook-id'], body, headers['webhook-timestamp']])])
    response.writeHead(its.length < failuresOf(turns.get(key) ?? 0) ? 503 : 200).end()
  })
  const owner = await user(portal)
  const webhooks = await Promise.all(
    Array.from({ length: 10 }, (_, at) => webhookTo(portal, `${endpoint.url}/${at}`, owner)),
  )
  await tell(portal, owner, 100)
  await settled()
  for (const pause of webhookRetryMs) await later(pause + minuteMs)

  const attempts = (await Promise.all(webhooks.map((webhook) => webhook.attempts()))).flat()
  const sent = [...Map.groupBy(attempts, ({ webhookId, eventId }) => webhookId + eventId).values()]
  expect(sent).toHaveLength(1000)
  expect(endpoint.deliveries.length).toBeGreaterThan(1900)
  expect(sent.flatMap((its) => faultsOf(its))).toEqual([])
  // By another schedule each that was sent again is a fault.
  const altered = webhookRetryMs.map((pause) => pause + 1)
  expect(sent.filter((its) => faultsOf(its, altered).length > 0)).toEqual(sent.filter(({ length }) => length > 1))
  expect(faultsOf((sent.find(({ length }) => length > 2) ?? []).slice(0, -1))).toEqual(['never taken'])
  for (const its of tries.values()) {
    const told = its.map((one): string[] => JSON.parse(one))
    expect(new Set(told.map(([id, body]) => `${id} ${body}`)).size).toBe(1)
    expect(new Set(told.map(([, , timestamp]) => timestamp)).size).toBe(its.length)
  }
  await endpoint.close()
})

test('what is never taken is given up once the schedule is over', async () => {
  const endpoint = await receiver(answering(500, 'Sorry\0'))
  const webhook = await webhookTo(portal, endpoint.url)
  await tell(portal, webhook.owner)
  await settled()
  for (const pause of webhookRetryMs) await later(pause + minuteMs)
  await later(5 * 3_600_000)
  const attempts = await webhook.attempts()
  expect(attempts.map(({ status }) => status)).toEqual(Array(8).fill('FAILED'))
  expect(attempts.at(-1)).toMatchObject({
    ...{ responseCode: 500, responseBody: 'Sorry\uFFFD', nextAttemptAt: null },
    error: 'The endpoint answered 500.',
  })
  expect(endpoint.deliveries).toHaveLength(8)
  await endpoint.close()
})

/** What became of a webhook that was disabled: the letters to its owner and the entry in the audit log. */
async function tidings({ id, owner }: { id: string; owner: { email: string } }) {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { body } = await admin.as.call(auditLog.list, { query: { object: id } })
  const mails = portal.mails.filter(({ to }) => to === owner.email).map(({ subject }) => subject)
  return { mails, entries: body.items.map(({ action, after }) => ({ action, after })) }
}

test('an endpoint that answers 410 is disabled at once, its owner told, and nothing sent there again', async () => {
  const other = await receiver()
  const endpoint = await receiver(answering(410))
  const webhook = await webhookTo(portal, endpoint.url)
  const beside = await webhookTo(portal, other.url, webhook.owner)
  await tell(portal, webhook.owner, 30)
  await settled()
  expect(await webhook.state()).toMatchObject({ isActive: false, disabledReason: 'GONE' })
  const sent = endpoint.deliveries.length
  expect(sent).toBeLessThan(30)
  await tell(portal, webhook.owner, 5)
  await later(dayMs)
  expect((await beside.attempts()).filter(({ status }) => status === 'SUCCEEDED')).toHaveLength(35)
  expect(endpoint.deliveries).toHaveLength(sent)
  const attempts = await webhook.attempts()
  expect(attempts).toHaveLength(30)
  expect(new Set(attempts.map(({ error }) => error))).toEqual(
    new Set(['The endpoint answered 410.', 'Not sent: the endpoint answered 410 Gone, and the webhook was disabled.']),
  )
  await expect.poll(async () => (await tidings(webhook)).mails).toEqual(['A webhook of yours is gone and was disabled'])
  expect((await tidings(webhook)).entries).toContainEqual({
    ...{ action: 'webhook.disabled', after: { disabledReason: 'GONE' } },
  })
  await Promise.all([endpoint.close(), other.close()])
})

test('an endpoint that an administrator disabled is sent nothing more, and its owner told why', async () => {
  const endpoint = await receiver(answering(500))
  const webhook = await webhookTo(portal, endpoint.url)
  await tell(portal, webhook.owner)
  await settled()
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const body = { reason: 'It floods a partner of ours' }
  expect(await admin.as.call(adminWebhooks.disable, { params: { id: webhook.id }, body })).toMatchObject({
    status: 200,
  })
  // What was being sent just then ends as it ends.
  await settled()
  const sent = endpoint.deliveries.length
  await tell(portal, webhook.owner)
  await later(dayMs)
  expect(endpoint.deliveries).toHaveLength(sent)
  await expect
    .poll(async () => (await tidings(webhook)).mails)
    .toEqual(['An administrator disabled a webhook of yours'])
  const mail = portal.mails.find(({ to }) => to === webhook.owner.email)
  for (const said of [body.reason, endpoint.url]) expect(mail?.text).toContain(said)
  await endpoint.close()
})

test('an owner is told when an administrator enables their webhook, or leaves it as they had disabled it', async () => {
  const endpoint = await receiver()
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const [told, left] = [await webhookTo(portal, endpoint.url), await webhookTo(portal, endpoint.url)]
  await left.owner.as.call(webhooks.change, { params: { id: left.id }, body: { isActive: false } })
  for (const { id } of [told, left]) {
    await admin.as.call(adminWebhooks.disable, { params: { id }, body: { reason: 'It floods a partner of ours' } })
    const reply = await admin.as.call(adminWebhooks.enable, { params: { id }, body: { reason: 'Mended by now' } })
    expect(reply).toMatchObject({ status: 200 })
  }
  const disabled = 'An administrator disabled a webhook of yours'
  for (const [webhook, subject, says] of [
    [told, 'An administrator enabled a webhook of yours', 'What happens from now on is sent there again'],
    [left, 'You can enable a webhook of yours again', 'It was disabled before that and still is'],
  ] as const) {
    await expect.poll(async () => (await tidings(webhook)).mails.toSorted()).toEqual([disabled, subject].toSorted())
    const mail = portal.mails.find((one) => one.to === webhook.owner.email && one.subject === subject)
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(says)
  }
  await endpoint.close()
})

test('an endpoint that takes nothing for five days is disabled; one success begins the days anew', async () => {
  const failing = await receiver(answering(500))
  const answers = [500, 500, 204]
  const wavering = await receiver((response) => response.writeHead(answers.shift() ?? 500).end())
  const webhook = await webhookTo(portal, failing.url)
  const beside = await webhookTo(portal, wavering.url)
  const tellBoth = async () => {
    for (const { owner } of [webhook, beside]) await tell(portal, owner)
    await settled()
  }
  await tellBoth()
  const { failingSince } = await webhook.state()
  await later(minuteMs)
  await later(webhookFailingDays * dayMs - 2 * minuteMs)
  await tellBoth()
  expect(await webhook.state()).toMatchObject({ isActive: true, failingSince })
  await later(2 * minuteMs)
  await tellBoth()
  expect(await webhook.state()).toMatchObject({ isActive: false, disabledReason: 'FAILING', failingSince })
  expect((await webhook.attempts()).filter(({ status }) => status === 'PENDING')).toEqual([])
  expect(await beside.state()).toMatchObject({ isActive: true })
  await expect
    .poll(async () => (await tidings(webhook)).mails)
    .toEqual(['A webhook of yours took nothing for days and was disabled'])
  await Promise.all([failing.close(), wavering.close()])
})

test('the log is forgotten after thirty days, and what is left of a webhook once it is deleted', async () => {
  const endpoint = await receiver()
  const webhook = await webhookTo(portal, endpoint.url)
  await tell(portal, webhook.owner, 3)
  await settled()
  const keep = async () => {
    for (const { run } of Object.values(webhookSchedule(portal.services))) await run()
  }
  portal.clock.advance(29 * dayMs)
  await keep()
  expect(await webhook.attempts()).toHaveLength(3)
  await tell(portal, webhook.owner)
  await settled()
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
