import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exampleOf } from '@dooryard/contract/examples'
import { webhookData, webhookVersion } from '@dooryard/contract/webhook-events'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { type Dispatcher, request } from 'undici'
import { readConfig } from '../server/config.ts'
import { createUser } from '../server/modules/identity/index.ts'
import { startDispatcher, tellWebhooks } from '../server/modules/webhooks/index.ts'
import type { Services } from '../server/platform/context.ts'
import { newId } from '../server/platform/ids.ts'
import { openHub } from '../server/platform/live/hub.ts'
import { createLog } from '../server/platform/log.ts'
import { createOutbound } from '../server/platform/outbound/outbound.ts'
import { inTransaction } from '../server/platform/postgres/database.ts'
import { seal } from '../server/platform/sealed.ts'
import { openStores, type Stores, takeDataFolder } from '../server/stores.ts'
import { timed, timingOf } from './measure.ts'
import { passingFolder } from './room.ts'

// npm run bench:webhooks: 100 events for each of 100 endpoints, of which one in ten never answers. How soon the others are
// told, and how many a second, beside a bare loop of signed posts in the same run. Fails when a target is missed.

const endpoints = 100
const hangsOneIn = 10
const events = 100
const webhooksOfAUser = 20
const rounds = 3
const atOnce = 256
/** Between two events of a user: what happens, happens one after the other. */
const everyMs = 100
const [targetMs, targetShare] = [2000, 0.5]

type Endpoint = { port: number; hangs: boolean }
type Crowd = { userIds: string[]; secret: string; endpoints: readonly Endpoint[] }
type Given = { services: Services; crowd: Crowd; receivers: ChildProcess }

const urlOf = ({ port }: Endpoint) => `http://127.0.0.1:${port}/webhooks`
const data = exampleOf(webhookData['order.completed'])

/** Users who each have some of the endpoints told of their orders. */
async function openCrowd(services: Services, all: readonly Endpoint[]): Promise<Crowd> {
  const { db, secrets, clock } = services
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const userIds: string[] = []
  for (let from = 0; from < all.length; from += webhooksOfAUser) {
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
    const its = all.slice(from, from + webhooksOfAUser).map((endpoint) => ({
      ...{ id: newId(), userId: made.id, url: urlOf(endpoint), events: ['order.completed'] },
      ...{ secret: seal(secrets, 'webhook secret', secret), createdAt: at, updatedAt: at },
    }))
    await db.insertInto('webhooks').values(its).execute()
  }
  return { userIds, secret, endpoints: all }
}

/** Has every user's next event told; tells the ids of events by when they happened. */
const tellAll = ({ services, crowd }: Given) =>
  Promise.all(
    crowd.userIds.map((userId) =>
      inTransaction(services, (inside) => tellWebhooks(inside, userId, 'order.completed', () => data)),
    ),
  )

async function takenBy({ services: { db }, crowd }: Given): Promise<number> {
  const { rows } = await sql<{
    taken: number
  }>`select coalesce(sum(h.succeeded), 0)::int as taken from webhook_hourly_stats h
    join webhooks w on w.id = h.webhook_id where w.user_id = any(${crowd.userIds})`.execute(db)
  return rows[0]?.taken ?? 0
}

/** Until all is recorded that endpoints take. */
async function untilTold(given: Given): Promise<void> {
  const expected = given.crowd.endpoints.filter(({ hangs }) => !hangs).length * events
  while ((await takenBy(given)) < expected) await sleep(20)
}

/** What came to the endpoints since they were last asked: the id of each event, and when it came. */
async function arrivals({ receivers }: Pick<Given, 'receivers'>): Promise<[string, number][]> {
  receivers.send('told')
  const [{ arrived }] = (await once(receivers, 'message')) as [{ arrived: [string, number][] }]
  return arrived
}

/** Milliseconds from each event to its arrival at each endpoint that takes it. */
async function delays({ services: { db }, crowd, receivers }: Given): Promise<number[]> {
  const arrived = await arrivals({ receivers })
  const happened = await db
    .selectFrom('webhookEvents')
    .select(['id', 'createdAt'])
    .where('userId', 'in', crowd.userIds)
    .execute()
  const at = new Map(happened.map(({ id, createdAt }) => [id, createdAt.getTime()]))
  return arrived.map(([id, arrivedAt]) => arrivedAt - (at.get(id) ?? Number.NaN))
}

/** How many signed posts a second, one after the other in so many lanes, and nothing else. */
async function bareLoop({ crowd }: Given, agent: Dispatcher, lanes: number): Promise<number> {
  const takers = crowd.endpoints.filter(({ hangs }) => !hangs)
  const keys = new Map(takers.map((taker) => [urlOf(taker), new Webhook(crowd.secret)]))
  let left = takers.length * events
  const lane = async () => {
    for (; left > 0; ) {
      left -= 1
      const url = urlOf(takers[left % takers.length] ?? { port: 0, hangs: false })
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
  const { ms } = await timed(() => Promise.all(Array.from({ length: lanes }, lane)))
  return (posts / ms) * 1000
}

type Bench = {
  /** Users of whom nothing was told yet. */
  nextCrowd: () => Promise<Given>
  /** Has no more sent to them. */
  endOf: (given: Given) => Promise<unknown>
  begin: () => ReturnType<typeof startDispatcher>
  agent: Dispatcher
}

/** What happens one after the other: milliseconds until it arrives. */
async function measurePaced({ nextCrowd, endOf, begin }: Bench) {
  const given = await nextCrowd()
  const dispatcher = await begin()
  for (let at = 0; at < events; at++) await Promise.all([tellAll(given), sleep(everyMs)])
  await untilTold(given)
  const paced = timingOf(await delays(given))
  await dispatcher.stop()
  await endOf(given)
  return paced
}

/** All at once, after as many bare posts: how many a second by each, and milliseconds until what waits arrives. */
async function measureBurst({ nextCrowd, endOf, begin, agent }: Bench) {
  const given = await nextCrowd()
  for (let at = 0; at < events; at++) await tellAll(given)
  const bare = await bareLoop(given, agent, 1)
  const bareAtOnce = await bareLoop(given, agent, atOnce)
  await delays(given)
  const startedAt = Date.now()
  const dispatcher = await begin()
  const { ms } = await timed(() => untilTold(given))
  const arrived = await arrivals(given)
  await dispatcher.stop()
  await endOf(given)
  return {
    bare,
    bareAtOnce,
    whole: (arrived.length / ms) * 1000,
    burst: timingOf(arrived.map(([, at]) => at - startedAt)),
  }
}

async function measure(bench: Bench): Promise<void> {
  const paced = await measurePaced(bench)
  const crowd = `${endpoints} endpoints, one in ${hangsOneIn} hanging`
  console.log(`${crowd}, told of ${events} events each over ${(events * everyMs) / 1000} s:`)
  console.log(`the others were told after ${both(paced)} ms (median / 95th percentile), ${paced.max} ms at most.`)
  await measureBurst(bench) // Warms up.
  const measured: Awaited<ReturnType<typeof measureBurst>>[] = []
  for (let round = 1; round <= rounds; round++) {
    const one = await measureBurst(bench)
    measured.push(one)
    const { bare, bareAtOnce, whole, burst } = one
    const besides = `bare ${bare.toFixed(0)}/s, at once ${bareAtOnce.toFixed(0)}/s`
    const rates = `${besides}, whole ${whole.toFixed(0)}/s, ${(whole / bare).toFixed(2)} times`
    console.log(
      `round ${round}, all at once: ${rates}; arrived ${both(burst)} ms from the start, ${burst.max} ms at most`,
    )
  }
  const [bare, bareAtOnce, whole] = (['bare', 'bareAtOnce', 'whole'] as const).map(
    (of) => timingOf(measured.map((one) => one[of])).median,
  )
  const share = (whole ?? 0) / (bare ?? 0)
  const posted = `${whole?.toFixed(0)} a second were claimed, signed, posted and recorded`
  console.log(`${posted}; a bare loop posts ${bare?.toFixed(0)}: ${share.toFixed(2)} times.`)
  const shareAtOnce = (whole ?? 0) / (bareAtOnce ?? 0)
  console.log(`${atOnce} such loops at once post ${bareAtOnce?.toFixed(0)}: ${shareAtOnce.toFixed(2)} times.`)
  if (paced.p95 >= targetMs || share < targetShare) process.exitCode = 1
}

/** With the receivers, which are another process. */
async function run({ services, connectionString }: Stores): Promise<void> {
  const receivers = fork(join(import.meta.dirname, 'webhook-receivers.ts'), [endpoints, hangsOneIn].map(String))
  const [{ endpoints: all }] = (await once(receivers, 'message')) as [{ endpoints: Endpoint[] }]
  const outbound = createOutbound({ allowPrivate: true })
  const hub = await openHub(connectionString, services.log)
  try {
    await measure({
      agent: outbound.agent,
      begin: () => startDispatcher(services, { hub, agent: outbound.agent, drainMs: 0 }),
      nextCrowd: async () => ({ services, receivers, crowd: await openCrowd(services, all) }),
      endOf: ({ crowd: { userIds } }) =>
        services.db.updateTable('webhooks').set({ deletedAt: new Date() }).where('userId', 'in', userIds).execute(),
    })
  } finally {
    receivers.disconnect()
    await hub.close()
    await outbound.close()
  }
}

const both = ({ median, p95 }: { median: number; p95: number }) => `${median} / ${p95}`

const folder = passingFolder()
const config = readConfig({ DATA_DIR: folder.path, DEMO: 'off' })
const lock = takeDataFolder(config)
const stores = await openStores(config, createLog('warn'))
try {
  await run(stores)
} finally {
  await stores.close()
  lock?.release()
  folder.close()
}
