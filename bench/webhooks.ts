import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getExample } from '@dooryard/contract/api/examples'
import { webhookData, webhookVersion } from '@dooryard/contract/integrations/webhook-events'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { type Dispatcher, request } from 'undici'
import { readConfig } from '../server/config.ts'
import { createUser } from '../server/modules/identity/index.ts'
import { emitWebhookEvent, startDispatcher } from '../server/modules/webhooks/index.ts'
import type { Services } from '../server/platform/context.ts'
import { encrypt } from '../server/platform/crypto/encrypt.ts'
import { openEventHub } from '../server/platform/live/event-hub.ts'
import { createLog } from '../server/platform/log.ts'
import { createOutbound } from '../server/platform/outbound/outbound.ts'
import { inTransaction } from '../server/platform/postgres/database.ts'
import { newId } from '../server/platform/util/ids.ts'
import { lockDataFolder, type OpenedStores, openStores } from '../server/stores.ts'
import { createTempFolder } from './runner/bench-folder.ts'
import { measureTime, summarizeTimes } from './runner/measure.ts'

// npm run bench:webhooks: 100 events for each of 100 endpoints, one in ten of which never answers. The delay until the
// others are notified, and the events per second, compared with a bare loop of signed posts in the same run. Fails
// when a target is missed.

const endpoints = 100
const hangsOneIn = 10
const events = 100
const webhooksPerUser = 20
const rounds = 3
const concurrency = 256
/** Between two events of a user, which happen one after the other. */
const eventIntervalMs = 100
const [targetMs, targetShare] = [2000, 0.5]

type Endpoint = { port: number; hangs: boolean }
type WebhookUsers = { userIds: string[]; secret: string; endpoints: readonly Endpoint[] }
type WebhookBatch = { services: Services; crowd: WebhookUsers; receivers: ChildProcess }

const getEndpointUrl = ({ port }: Endpoint) => `http://127.0.0.1:${port}/webhooks`
const data = getExample(webhookData['order.completed'])

/** Creates users, each with webhooks to some of the endpoints for its orders. */
async function createWebhookUsers(services: Services, all: readonly Endpoint[]): Promise<WebhookUsers> {
  const { db, secrets, clock } = services
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const userIds: string[] = []
  for (let from = 0; from < all.length; from += webhooksPerUser) {
    const person = {
      role: 'ENTERPRISE_USER',
      phone: '615-555-0199',
      firstName: 'Benny',
      lastName: 'Placeholder',
    } as const
    const made = await createUser(services, { ...person, email: `${newId()}@example.com`, password: newId() })
    if (!made) throw new Error('The account could not be made.')
    userIds.push(made.id)
    const at = clock.now()
    const its = all.slice(from, from + webhooksPerUser).map((endpoint) => ({
      ...{ id: newId(), userId: made.id, url: getEndpointUrl(endpoint), events: ['order.completed'] },
      ...{ secret: encrypt(secrets, 'webhook secret', secret), createdAt: at, updatedAt: at },
    }))
    await db.insertInto('webhooks').values(its).execute()
  }
  return { userIds, secret, endpoints: all }
}

/** Emits the next event of every user. */
const emitAll = ({ services, crowd }: WebhookBatch) =>
  Promise.all(
    crowd.userIds.map((userId) =>
      inTransaction(services, (inside) => emitWebhookEvent(inside, userId, 'order.completed', () => data)),
    ),
  )

async function countDelivered({ services: { db }, crowd }: WebhookBatch): Promise<number> {
  const { rows } = await sql<{
    taken: number
  }>`select coalesce(sum(h.succeeded), 0)::int as taken from webhook_hourly_stats h
    join webhooks w on w.id = h.webhook_id where w.user_id = any(${crowd.userIds})`.execute(db)
  return rows[0]?.taken ?? 0
}

/** Waits until all deliveries to healthy endpoints are recorded. */
async function waitUntilDelivered(batch: WebhookBatch): Promise<void> {
  const expected = batch.crowd.endpoints.filter(({ hangs }) => !hangs).length * events
  while ((await countDelivered(batch)) < expected) await sleep(20)
}

/** The events that arrived since the last call: the id of each, and its time. */
async function readArrivals({ receivers }: Pick<WebhookBatch, 'receivers'>): Promise<[string, number][]> {
  receivers.send('told')
  const [{ arrived }] = (await once(receivers, 'message')) as [{ arrived: [string, number][] }]
  return arrived
}

/** Milliseconds from each event to its arrival at each healthy endpoint. */
async function measureDelays({ services: { db }, crowd, receivers }: WebhookBatch): Promise<number[]> {
  const arrived = await readArrivals({ receivers })
  const eventRows = await db
    .selectFrom('webhookEvents')
    .select(['id', 'createdAt'])
    .where('userId', 'in', crowd.userIds)
    .execute()
  const at = new Map(eventRows.map(({ id, createdAt }) => [id, createdAt.getTime()]))
  return arrived.map(([id, arrivedAt]) => arrivedAt - (at.get(id) ?? Number.NaN))
}

/** Signed posts per second in so many parallel loops, and nothing else. */
async function measureBareLoop({ crowd }: WebhookBatch, agent: Dispatcher, lanes: number): Promise<number> {
  const healthyEndpoints = crowd.endpoints.filter(({ hangs }) => !hangs)
  const keys = new Map(
    healthyEndpoints.map((healthyEndpoint) => [getEndpointUrl(healthyEndpoint), new Webhook(crowd.secret)]),
  )
  let left = healthyEndpoints.length * events
  const lane = async () => {
    for (; left > 0; ) {
      left -= 1
      const url = getEndpointUrl(healthyEndpoints[left % healthyEndpoints.length] ?? { port: 0, hangs: false })
      const [id, at] = [newId(), new Date()]
      const body = JSON.stringify({
        id,
        type: 'order.completed',
        version: webhookVersion,
        timestamp: at.toISOString(),
        data,
      })
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': keys.get(url)?.sign(id, at, body),
      }
      const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body })
      await answer.body.text()
    }
  }
  const posts = left
  const { ms } = await measureTime(() => Promise.all(Array.from({ length: lanes }, lane)))
  return (posts / ms) * 1000
}

type WebhookBench = {
  /** Users for whom no event was emitted yet. */
  nextBatch: () => Promise<WebhookBatch>
  /** Stops further deliveries to them. */
  stopDelivery: (batch: WebhookBatch) => Promise<unknown>
  begin: () => ReturnType<typeof startDispatcher>
  agent: Dispatcher
}

/** Events one after the other: milliseconds until they arrive. */
async function measurePaced({ nextBatch, stopDelivery, begin }: WebhookBench) {
  const batch = await nextBatch()
  const dispatcher = await begin()
  for (let at = 0; at < events; at++) await Promise.all([emitAll(batch), sleep(eventIntervalMs)])
  await waitUntilDelivered(batch)
  const paced = summarizeTimes(await measureDelays(batch))
  await dispatcher.stop()
  await stopDelivery(batch)
  return paced
}

/**
 * All events at once, after as many bare posts: events per second of both, and milliseconds until the waiting ones
 * arrive.
 */
async function measureBurst({ nextBatch, stopDelivery, begin, agent }: WebhookBench) {
  const batch = await nextBatch()
  for (let at = 0; at < events; at++) await emitAll(batch)
  const bare = await measureBareLoop(batch, agent, 1)
  const bareAtOnce = await measureBareLoop(batch, agent, concurrency)
  await measureDelays(batch)
  const startedAt = Date.now()
  const dispatcher = await begin()
  const { ms } = await measureTime(() => waitUntilDelivered(batch))
  const arrived = await readArrivals(batch)
  await dispatcher.stop()
  await stopDelivery(batch)
  return {
    bare,
    bareAtOnce,
    whole: (arrived.length / ms) * 1000,
    burst: summarizeTimes(arrived.map(([, at]) => at - startedAt)),
  }
}

async function measure(bench: WebhookBench): Promise<void> {
  const paced = await measurePaced(bench)
  const crowd = `${endpoints} endpoints, one in ${hangsOneIn} hanging`
  console.log(`${crowd}, sent ${events} events each over ${(events * eventIntervalMs) / 1000} s:`)
  console.log(
    `the others were notified after ${formatTiming(paced)} ms (median / 95th percentile), ${paced.max} ms at most.`,
  )
  await measureBurst(bench) // Warm-up.
  const measured: Awaited<ReturnType<typeof measureBurst>>[] = []
  for (let round = 1; round <= rounds; round++) {
    const one = await measureBurst(bench)
    measured.push(one)
    const { bare, bareAtOnce, whole, burst } = one
    const besides = `bare ${bare.toFixed(0)}/s, at once ${bareAtOnce.toFixed(0)}/s`
    const rates = `${besides}, whole ${whole.toFixed(0)}/s, ${(whole / bare).toFixed(2)} times`
    console.log(
      `round ${round}, all at once: ${rates}; arrived ${formatTiming(burst)} ms from the start, ${burst.max} ms at most`,
    )
  }
  const [bare, bareAtOnce, whole] = (['bare', 'bareAtOnce', 'whole'] as const).map(
    (of) => summarizeTimes(measured.map((one) => one[of])).median,
  )
  const share = (whole ?? 0) / (bare ?? 0)
  const posted = `${whole?.toFixed(0)} a second were claimed, signed, posted and recorded`
  console.log(`${posted}; a bare loop posts ${bare?.toFixed(0)}: ${share.toFixed(2)} times.`)
  const shareAtOnce = (whole ?? 0) / (bareAtOnce ?? 0)
  console.log(`${concurrency} such loops at once post ${bareAtOnce?.toFixed(0)}: ${shareAtOnce.toFixed(2)} times.`)
  if (paced.p95 >= targetMs || share < targetShare) process.exitCode = 1
}

/** Runs with the receivers in a separate process. */
async function run({ services, connectionString }: OpenedStores): Promise<void> {
  const receivers = fork(join(import.meta.dirname, 'webhook-receivers.ts'), [endpoints, hangsOneIn].map(String))
  const [{ endpoints: all }] = (await once(receivers, 'message')) as [{ endpoints: Endpoint[] }]
  const outbound = createOutbound({ allowPrivate: true })
  const hub = await openEventHub(connectionString, services.log)
  try {
    await measure({
      agent: outbound.agent,
      begin: () => startDispatcher(services, { hub, agent: outbound.agent, drainMs: 0 }),
      nextBatch: async () => ({ services, receivers, crowd: await createWebhookUsers(services, all) }),
      stopDelivery: ({ crowd: { userIds } }) =>
        services.db.updateTable('webhooks').set({ deletedAt: new Date() }).where('userId', 'in', userIds).execute(),
    })
  } finally {
    receivers.disconnect()
    await hub.close()
    await outbound.close()
  }
}

const formatTiming = ({ median, p95 }: { median: number; p95: number }) => `${median} / ${p95}`

const folder = createTempFolder()
const config = readConfig({ DATA_DIR: folder.path, DEMO: 'off' })
const lock = lockDataFolder(config)
const stores = await openStores(config, createLog('warn'))
try {
  await run(stores)
} finally {
  await stores.close()
  lock?.release()
  folder.close()
}
