import { allEndpoints } from '@dooryard/contract/all'
import { type AnyEndpoint, buildPath } from '@dooryard/contract/api/endpoint'
import { balances } from '@dooryard/contract/billing/credits'
import { rolls } from '@dooryard/contract/data/rolls'
import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { placeQueuedOrder } from '../modules/orders/admin/admin-orders.fixture.ts'
import { createRollAdmin, makeRollFile } from '../modules/properties/rolls/uploads.fixture.ts'
import { newId } from '../platform/util/ids.ts'
import { enterpriseUser, user } from './factories.ts'
import { listenOnFreePort } from './listen-on-free-port.ts'
import { testPortal } from './portal.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

/** Finds a token by its end, which is unique and which every encoding leaves unchanged. */
const filterByToken = (texts: string[], token = '') => texts.filter((text) => text.includes(token.slice(-24)))

type StreamOpening = { token: string; params: Record<string, string> }

/** For each stream, a user who may watch an object of their own, and the table that holds it. */
const watched = new Map<AnyEndpoint, () => Promise<StreamOpening & { table: string }>>([
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
      const { id } = await placeQueuedOrder(portal)
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
      const { as, upload } = await createRollAdmin(portal)
      const { body } = await upload(makeRollFile(1))
      return { token: as.token ?? '', params: { id: body.id }, table: 'file_imports' }
    },
  ],
  [
    countySetups.watch,
    async () => {
      const { as } = await user(portal, { role: 'SUPER_ADMIN' })
      const { body } = await as.call(countySetups.create, { body: {} })
      return { token: as.token ?? '', params: { id: body.id }, table: 'county_setups' }
    },
  ],
])

const streams = allEndpoints
  .filter(({ answers }) => answers === 'stream')
  .map((endpoint) => [endpoint.path, endpoint] as const)

function getWatched(endpoint: AnyEndpoint) {
  const own = watched.get(endpoint)
  if (!own) throw new Error(`Nobody watches ${endpoint.path}: say above who does.`)
  return own()
}

/** Opens a stream as a browser does, with the token in the query; returns all that arrives. */
async function open(endpoint: AnyEndpoint, { token, params }: StreamOpening, url = portal.url) {
  const ending = new AbortController()
  const reply = await fetch(url + buildPath(endpoint, { params, query: { token } }), { signal: ending.signal })
  const said = [JSON.stringify([...reply.headers])]
  if (!reply.ok) said.push(await reply.text())
  const events = reply.ok ? reply.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
  /** Reads until the first event, or the end. */
  const read = async (until: 'event' | 'end') => {
    for (;;) {
      const { done, value } = (await events?.read()) ?? { done: true, value: undefined }
      if (value) said.push(value)
      if (done || (until === 'event' && value?.includes('data: '))) return
    }
  }
  return { status: reply.status, said, read, close: () => ending.abort() }
}

/**
 * Runs the work while every read of a table fails, open streams first: they read again when the hub was disconnected.
 */
async function withoutTable(table: string, work: () => Promise<void>) {
  await sql`alter table ${sql.table(table)} rename to elsewhere`.execute(portal.db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'dooryard live' and datname = current_database()`.execute(portal.db)
  await work().finally(() => sql`alter table elsewhere rename to ${sql.table(table)}`.execute(portal.db))
}

/** A thrown error is logged in full. */
const stopClock = () =>
  vi.spyOn(portal.clock, 'now').mockImplementation(() => {
    throw new Error('the clock stands still')
  })

describe.each(streams)('a token on %s', (_, endpoint) => {
  const nowhere = () =>
    Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', newId()]))

  test('appears in no log line and no response while its stream is open, and when it ends', async () => {
    const own = await getWatched(endpoint)
    const stream = await open(endpoint, own)
    expect(stream.status).toBe(200)
    await stream.read('event')
    expect(stream.said.join()).toContain('data: {')
    stream.close()
    const path = buildPath(endpoint, { params: own.params })
    await expect.poll(() => portal.logged.join()).toContain(path)
    expect(filterByToken([...stream.said, ...portal.logged], own.token)).toEqual([])
  })

  test('appears in no error report when its stream ends', async () => {
    const own = await getWatched(endpoint)
    const before = portal.logged.length
    const stream = await open(endpoint, own)
    await stream.read('event')
    await withoutTable(own.table, () => stream.read('end'))
    const logged = portal.logged.slice(before)
    expect(logged.join()).toContain('a stream ended by an error')
    expect(logged.join()).toContain(`relation \\"${own.table}\\" does not exist`)
    expect(filterByToken([...stream.said, ...logged], own.token)).toEqual([])
  })

  test('appears in no log line and no response where it is refused', async () => {
    const { as } = await user(portal)
    const altered = `${as.token?.slice(0, -4)}AAAA`
    // Where only the caller's own objects can be watched, no valid token is refused.
    const strangers = endpoint.path.includes('{') ? [as.token ?? ''] : []
    for (const token of [...strangers, altered, `made-up-${newId()}`]) {
      const { status, said } = await open(endpoint, { token, params: nowhere() })
      expect(status).toBeGreaterThan(400)
      expect(filterByToken([...said, ...portal.logged], token)).toEqual([])
    }
  })

  test('appears in no error report before its stream begins', async () => {
    const { as } = await user(portal)
    const before = portal.logged.length
    const broken = stopClock()
    const { said } = await open(endpoint, { token: as.token ?? '', params: nowhere() }).finally(() =>
      broken.mockRestore(),
    )
    expect(said.join()).toContain('INTERNAL')
    expect(portal.logged.slice(before).join()).toContain('the clock stands still')
    expect(filterByToken([...said, ...portal.logged], as.token)).toEqual([])
  })
})

test('a token would be detected where a server logs whole URLs', async () => {
  const careless = await listenOnFreePort({
    fetch: (request, env) => {
      portal.services.log.info({ url: request.url }, 'request')
      return portal.app.fetch(request, env)
    },
  })
  const own = await getWatched(orders.watchStatus)
  const stream = await open(orders.watchStatus, own, careless.url)
  await stream.read('event')
  stream.close()
  expect(stream.status).toBe(200)
  expect(filterByToken(portal.logged, own.token)).toHaveLength(1)
  await careless.close()
})

test('a token would be detected in any log line', () => {
  const token = `made-up-${newId()}`
  for (const careless of [{ query: { token } }, { err: new Error(`bad token ${token}`) }]) {
    const before = portal.logged.length
    portal.services.log.info(careless, 'request')
    expect(filterByToken(portal.logged.slice(before), token)).toHaveLength(1)
  }
})
