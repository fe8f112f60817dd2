import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { webhookVersion } from '@dooryard/contract/integrations/webhook-events'
import { sql } from 'kysely'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { createReceiver, createTestWebhookTo, type Delivery, emitTestEvents } from './receiver.fixture.ts'

const portal = await testPortal({ worker: true })
const endpoint = await createReceiver()
afterAll(async () => {
  await portal.close()
  await endpoint.close()
})

/** Emits `count` events and returns their deliveries. */
async function emitAndCollect(owner: { id: string }, count = 1): Promise<Delivery[]> {
  const before = endpoint.deliveries.length
  await emitTestEvents(portal, owner, count)
  await expect.poll(() => endpoint.deliveries.length).toBe(before + count)
  return endpoint.deliveries.slice(before)
}

const libraries = [
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
] as const

type Library = (typeof libraries)[number][1]

/** Whether a library verifies a delivery, called as a receiver does, at the portal's time. */
function isAccepted(Library: Library, secret: string, { headers, body }: Pick<Delivery, 'headers' | 'body'>): boolean {
  vi.useFakeTimers({ toFake: ['Date'], now: portal.clock.now() })
  try {
    // A receiver's framework provides these headers as single strings.
    new Library(secret).verify(body, headers as Record<string, string>)
    return true
  } catch (error) {
    expect(String(error)).toMatch(/signature|timestamp/i)
    return false
  } finally {
    vi.useRealTimers()
  }
}

const flipBit = (text: string, at: number) =>
  text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1)

/** The same delivery with one signed part altered. */
function buildForgeries({ headers, body }: Delivery, at: number) {
  const id = String(headers['webhook-id'])
  const time = String(headers['webhook-timestamp'])
  return {
    body: { headers, body: flipBit(body, at % body.length) },
    id: { headers: { ...headers, 'webhook-id': flipBit(id, at % id.length) }, body },
    time: { headers: { ...headers, 'webhook-timestamp': String(Number(time) + 1) }, body },
  }
}

describe.each(libraries)('the public library %s', (_, Library) => {
  test('accepts every delivery, and none with an altered bit, id or time', async () => {
    const count = scaleForTorture(50, 1_000)
    const { owner, secret } = await createTestWebhookTo(portal, endpoint.url)
    const deliveries = await emitAndCollect(owner, count)
    expect(new Set(deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(count)
    expect(deliveries.filter((delivery) => isAccepted(Library, secret, delivery))).toHaveLength(count)
    const forged = deliveries.map((delivery, index) => buildForgeries(delivery, index * 7))
    expect(forged.filter(({ body }) => isAccepted(Library, secret, body))).toEqual([])
    expect(forged.filter(({ id }) => isAccepted(Library, secret, id))).toEqual([])
    expect(forged.filter(({ time }) => isAccepted(Library, secret, time))).toEqual([])
  })

  test('accepts each secret for 24 hours after it was replaced, and only the new one after that', async () => {
    const { owner, id, secret: first } = await createTestWebhookTo(portal, endpoint.url)
    const regenerate = async () => (await owner.as.call(webhooks.regenerateSecret, { params: { id } })).body.secret
    const taken = async (...secrets: string[]) => {
      const [delivery] = await emitAndCollect(owner)
      if (!delivery) throw new Error('nothing came')
      return secrets.map((secret) => isAccepted(Library, secret, delivery))
    }
    expect(await taken(first)).toEqual([true])
    const second = await regenerate()
    expect(await taken(first, second)).toEqual([true, true])
    portal.clock.advance(10 * 60_000)
    const third = await regenerate()
    expect(await taken(first, second, third)).toEqual([true, true, true])
    portal.clock.advance(24 * 3_600_000 - 11 * 60_000)
    expect(await taken(first, second, third)).toEqual([true, true, true])
    portal.clock.advance(2 * 60_000)
    expect(await taken(first, second, third)).toEqual([false, true, true])
    portal.clock.advance(10 * 60_000)
    expect(await taken(first, second, third)).toEqual([false, false, true])
  })
})

test('the signed body is the one in the log, with the same event id', async () => {
  const { owner, id } = await createTestWebhookTo(portal, endpoint.url)
  const [delivery] = await emitAndCollect(owner)
  await expect
    .poll(async () => (await owner.as.call(webhooks.log, { params: { id } })).body.items)
    .toMatchObject([{ status: 'SUCCEEDED', requestBody: delivery?.body, eventId: delivery?.headers['webhook-id'] }])
  expect(JSON.parse(delivery?.body ?? '')).toMatchObject({
    id: delivery?.headers['webhook-id'],
    version: webhookVersion,
  })
})

test('the log shows the start of a long body, and a single attempt the whole signed body', async () => {
  const { owner, id } = await createTestWebhookTo(portal, endpoint.url)
  await emitAndCollect(owner)
  const log = async () => (await owner.as.call(webhooks.log, { params: { id } })).body.items
  await expect.poll(log).toMatchObject([{ status: 'SUCCEEDED' }])
  const text = `{"of before":"${'x'.repeat(20_000)}"}`
  await portal.db.updateTable('webhookEvents').set({ body: text }).where('userId', '=', owner.id).execute()
  const [listed] = await log()
  expect(listed?.requestBody).toBe(text.slice(0, 10_000))
  const whole = await owner.as.call(webhooks.attempt, { params: { id, attemptId: listed?.id ?? '' } })
  expect(whole.body.requestBody).toBe(text)
})

/** Every row of every table, as text. */
async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(portal.db)
  const texts = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(portal.db)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

test('no secret appears in the database or the process log, in any encoding', async () => {
  const owner = await user(portal)
  const { id, secret: first } = await createTestWebhookTo(portal, endpoint.url, owner)
  const { body } = await owner.as.call(webhooks.regenerateSecret, { params: { id } })
  await owner.as.call(webhooks.secret, { params: { id } })
  await emitAndCollect(owner)
  const everything = `${await dumpDatabase()}\n${portal.logged.join('\n')}`
  // Control: the dump contains the webhook's other fields.
  expect(everything).toContain(id)
  expect(everything).toContain(endpoint.url)
  for (const secret of [first, body.secret]) {
    const text = secret.slice('whsec_'.length)
    const bytes = Buffer.from(text, 'base64')
    const asBytes = [bytes.toString('hex'), bytes.toString('base64url'), Buffer.from(text).toString('hex')]
    for (const spelling of [text, ...asBytes]) expect(everything.toLowerCase()).not.toContain(spelling.toLowerCase())
  }
})
