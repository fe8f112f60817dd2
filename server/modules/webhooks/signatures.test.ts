import { webhooks } from '@dooryard/contract/webhook-calls'
import { webhookVersion } from '@dooryard/contract/webhook-events'
import { sql } from 'kysely'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { rounds } from '../../test/rounds.ts'
import { type Delivery, receiver, tell, webhookTo } from './receiver.fixture.ts'

const portal = await testPortal({ worker: true })
const endpoint = await receiver()
afterAll(async () => {
  await portal.close()
  await endpoint.close()
})

/** What came of so many new events. */
async function deliveriesOf(owner: { id: string }, count = 1): Promise<Delivery[]> {
  const before = endpoint.deliveries.length
  await tell(portal, owner, count)
  await expect.poll(() => endpoint.deliveries.length).toBe(before + count)
  return endpoint.deliveries.slice(before)
}

const libraries = [
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
] as const

type Library = (typeof libraries)[number][1]

/** Whether a library takes what came, as a receiver calls it, by the clock of the portal. */
function takes(Library: Library, secret: string, { headers, body }: Pick<Delivery, 'headers' | 'body'>): boolean {
  vi.useFakeTimers({ toFake: ['Date'], now: portal.clock.now() })
  try {
    // A receiver's framework gives these headers as text, each of them once.
    new Library(secret).verify(body, headers as Record<string, string>)
    return true
  } catch (error) {
    expect(String(error)).toMatch(/signature|timestamp/i)
    return false
  } finally {
    vi.useRealTimers()
  }
}

const flipped = (text: string, at: number) =>
  text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1)

/** The same with something else in its place that is signed; none of them is what was sent. */
function forgeriesOf({ headers, body }: Delivery, at: number) {
  const id = String(headers['webhook-id'])
  const time = String(headers['webhook-timestamp'])
  return {
    body: { headers, body: flipped(body, at % body.length) },
    id: { headers: { ...headers, 'webhook-id': flipped(id, at % id.length) }, body },
    time: { headers: { ...headers, 'webhook-timestamp': String(Number(time) + 1) }, body },
  }
}

describe.each(libraries)('the public library %s', (_, Library) => {
  test('takes all that is sent, and none of which a bit, the id or the time is another', async () => {
    const count = rounds(50, 1_000)
    const { owner, secret } = await webhookTo(portal, endpoint.url)
    const deliveries = await deliveriesOf(owner, count)
    expect(new Set(deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(count)
    expect(deliveries.filter((delivery) => takes(Library, secret, delivery))).toHaveLength(count)
    const forged = deliveries.map((delivery, index) => forgeriesOf(delivery, index * 7))
    expect(forged.filter(({ body }) => takes(Library, secret, body))).toEqual([])
    expect(forged.filter(({ id }) => takes(Library, secret, id))).toEqual([])
    expect(forged.filter(({ time }) => takes(Library, secret, time))).toEqual([])
  })

  test('takes each secret for 24 hours after it was changed, and the new one alone after them', async () => {
    const { owner, id, secret: first } = await webhookTo(portal, endpoint.url)
    const regenerate = async () => (await owner.as.call(webhooks.regenerateSecret, { params: { id } })).body.secret
    const taken = async (...secrets: string[]) => {
      const [delivery] = await deliveriesOf(owner)
      if (!delivery) throw new Error('nothing came')
      return secrets.map((secret) => takes(Library, secret, delivery))
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

test('what is signed is what the log shows, and the id in it is the one beside it', async () => {
  const { owner, id } = await webhookTo(portal, endpoint.url)
  const [delivery] = await deliveriesOf(owner)
  await expect
    .poll(async () => (await owner.as.call(webhooks.log, { params: { id } })).body.items)
    .toMatchObject([{ status: 'SUCCEEDED', requestBody: delivery?.body, eventId: delivery?.headers['webhook-id'] }])
  expect(JSON.parse(delivery?.body ?? '')).toMatchObject({
    id: delivery?.headers['webhook-id'],
    version: webhookVersion,
  })
})

test('the log shows the beginning of a long text, and an attempt alone the whole that is signed', async () => {
  const { owner, id } = await webhookTo(portal, endpoint.url)
  await deliveriesOf(owner)
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
async function dump(): Promise<string> {
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

test('no secret can be read in the database or the log of the process, in any spelling of it', async () => {
  const owner = await user(portal)
  const { id, secret: first } = await webhookTo(portal, endpoint.url, owner)
  const { body } = await owner.as.call(webhooks.regenerateSecret, { params: { id } })
  await owner.as.call(webhooks.secret, { params: { id } })
  await deliveriesOf(owner)
  const everything = `${await dump()}\n${portal.logged.join('\n')}`
  // The dump is one: it has what else is known of the webhook.
  expect(everything).toContain(id)
  expect(everything).toContain(endpoint.url)
  for (const secret of [first, body.secret]) {
    const text = secret.slice('whsec_'.length)
    const bytes = Buffer.from(text, 'base64')
    const asBytes = [bytes.toString('hex'), bytes.toString('base64url'), Buffer.from(text).toString('hex')]
    for (const spelling of [text, ...asBytes]) expect(everything.toLowerCase()).not.toContain(spelling.toLowerCase())
  }
})
