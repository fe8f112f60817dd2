import { adminOrders } from '@dooryard/contract/admin-orders'
import { allEndpoints } from '@dooryard/contract/all'
import { balances } from '@dooryard/contract/credits'
import { type AnyEndpoint, pathOf } from '@dooryard/contract/endpoint'
import { orders, privateOrders } from '@dooryard/contract/orders'
import { rolls } from '@dooryard/contract/rolls'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { queuedOrder } from '../modules/orders/admin-orders.fixture.ts'
import { rollAdmin, rollOf } from '../modules/properties/rolls/uploads.fixture.ts'
import { newId } from '../platform/ids.ts'
import { enterpriseUser, user } from './factories.ts'
import { listenSomewhere } from './listen.ts'
import { testPortal } from './portal.ts'

const portal = await testPortal()
afterAll(portal.close)

/** Where a token shows: by its end, which nothing else has and every spelling leaves as it is. */
const shows = (texts: string[], token = '') => texts.filter((text) => text.includes(token.slice(-24)))

type Opening = { token: string; params: Record<string, string> }

/** For each stream, somebody who may watch something of their own, and where that is kept. */
const watched = new Map<AnyEndpoint, () => Promise<Opening & { table: string }>>([
  [
    orders.watchStatus,
    async () => {
      const { as, campaign } = await enterpriseUser(portal, { subscriptionCredits: 50 })
      const params = { campaignId: campaign.id }
      const { body } = await as.call(orders.place, { params, body: { orderName: 'First mailing', quantity: 50 } })
      return { token: as.token ?? '', params: { ...params, orderId: body.id }, table: 'orders' }
    },
  ],
  [
    privateOrders.watchStatus,
    async () => {
      const { as } = await user(portal, { role: 'CONSUMER_USER', subscriptionCredits: 50 })
      const criteria = { location: { states: ['TN'] } }
      const draft = { campaignType: 'MAIL_READY' as const, criteria, orderName: 'First mailing', quantity: 50 }
      const { body } = await as.call(privateOrders.place, { body: draft })
      return { token: as.token ?? '', params: { id: body.id }, table: 'orders' }
    },
  ],
  [
    adminOrders.watchStatus,
    async () => {
      const { id } = await queuedOrder(portal)
      const { as } = await user(portal, { role: 'SUPER_ADMIN' })
      return { token: as.token ?? '', params: { id }, table: 'orders' }
    },
  ],
  [
    balances.watch,
    async () => {
      const { as } = await user(portal)
      return { token: as.token ?? '', params: {}, table: 'credit_accounts' }
    },
  ],
  [
    rolls.watchImport,
    async () => {
      const { as, upload } = await rollAdmin(portal)
      const { body } = await upload(rollOf(1))
      return { token: as.token ?? '', params: { id: body.id }, table: 'file_imports' }
    },
  ],
])

const streams = allEndpoints
  .filter(({ answers }) => answers === 'stream')
  .map((endpoint) => [endpoint.path, endpoint] as const)

function ownOf(endpoint: AnyEndpoint) {
  const own = watched.get(endpoint)
  if (!own) throw new Error(`Nobody watches ${endpoint.path}: say above who does.`)
  return own()
}

/** Opens a stream as a browser does, with the token in the query; tells all that comes back. */
async function open(endpoint: AnyEndpoint, { token, params }: Opening, url = portal.url) {
  const ending = new AbortController()
  const reply = await fetch(url + pathOf(endpoint, { params, query: { token } }), { signal: ending.signal })
  const said = [JSON.stringify([...reply.headers])]
  if (!reply.ok) said.push(await reply.text())
  const events = reply.ok ? reply.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
  /** Reads on: until the first event, or the end. */
  const read = async (until: 'event' | 'end') => {
    for (;;) {
      const { done, value } = (await events?.read()) ?? { done: true, value: undefined }
      if (value) said.push(value)
      if (done || (until === 'event' && value?.includes('data: '))) return
    }
  }
  return { status: reply.status, said, read, close: () => ending.abort() }
}

/** Does something while whatever reads a table fails, open streams first: they look again when the hub was away. */
async function without(table: string, work: () => Promise<void>) {
  await sql`alter table ${sql.table(table)} rename to elsewhere`.execute(portal.db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'dooryard live' and datname = current_database()`.execute(portal.db)
  await work().finally(() => sql`alter table elsewhere rename to ${sql.table(table)}`.execute(portal.db))
}

/** What is thrown is logged whole. */
const stopClock = () =>
  vi.spyOn(portal.clock, 'now').mockImplementation(() => {
    throw new Error('the clock stands still')
  })

describe.each(streams)('a token on %s', (_, endpoint) => {
  const nowhere = () =>
    Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', newId()]))

  test('is in no log line and no answer while its stream is open, and when it ends', async () => {
    const own = await ownOf(endpoint)
    const stream = await open(endpoint, own)
    expect(stream.status).toBe(200)
    await stream.read('event')
    expect(stream.said.join()).toContain('data: {')
    stream.close()
    const path = pathOf(endpoint, { params: own.params })
    await expect.poll(() => portal.logged.join()).toContain(path)
    expect(shows([...stream.said, ...portal.logged], own.token)).toEqual([])
  })

  test('is in no report of what makes its stream end', async () => {
    const own = await ownOf(endpoint)
    const before = portal.logged.length
    const stream = await open(endpoint, own)
    await stream.read('event')
    await without(own.table, () => stream.read('end'))
    const logged = portal.logged.slice(before)
    expect(logged.join()).toContain('a stream ended by an error')
    expect(logged.join()).toContain(`relation \\"${own.table}\\" does not exist`)
    expect(shows([...stream.said, ...logged], own.token)).toEqual([])
  })

  test('is in no log line and no answer where it is refused', async () => {
    const { as } = await user(portal)
    const altered = `${as.token?.slice(0, -4)}AAAA`
    // Where there is nothing but one's own to be watched, nobody with a token is refused.
    const strangers = endpoint.path.includes('{') ? [as.token ?? ''] : []
    for (const token of [...strangers, altered, `made-up-${newId()}`]) {
      const { status, said } = await open(endpoint, { token, params: nowhere() })
      expect(status).toBeGreaterThan(400)
      expect(shows([...said, ...portal.logged], token)).toEqual([])
    }
  })

  test('is in no report of what goes wrong before its stream begins', async () => {
    const { as } = await user(portal)
    const before = portal.logged.length
    const broken = stopClock()
    const { said } = await open(endpoint, { token: as.token ?? '', params: nowhere() }).finally(() =>
      broken.mockRestore(),
    )
    expect(said.join()).toContain('INTERNAL')
    expect(portal.logged.slice(before).join()).toContain('the clock stands still')
    expect(shows([...said, ...portal.logged], as.token)).toEqual([])
  })
})

test('a token would be found where a server logs whole addresses', async () => {
  const careless = await listenSomewhere({
    fetch: (request, env) => {
      portal.services.log.info({ url: request.url }, 'request')
      return portal.app.fetch(request, env)
    },
  })
  const own = await ownOf(orders.watchStatus)
  const stream = await open(orders.watchStatus, own, careless.url)
  await stream.read('event')
  stream.close()
  expect(stream.status).toBe(200)
  expect(shows(portal.logged, own.token)).toHaveLength(1)
  await careless.close()
})

test('a token would be found in whatever is logged', () => {
  const token = `made-up-${newId()}`
  for (const careless of [{ query: { token } }, { err: new Error(`bad token ${token}`) }]) {
    const before = portal.logged.length
    portal.services.log.info(careless, 'request')
    expect(shows(portal.logged.slice(before), token)).toHaveLength(1)
  }
})
