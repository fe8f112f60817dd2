import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { account } from '@dooryard/contract/account'
import { adminBilling } from '@dooryard/contract/admin-billing'
import { auth } from '@dooryard/contract/auth'
import { campaigns } from '@dooryard/contract/campaigns'
import { pathOf } from '@dooryard/contract/endpoint'
import { orders } from '@dooryard/contract/orders'
import { rolls } from '@dooryard/contract/rolls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../server/test/random.ts'
import { rounds } from '../server/test/rounds.ts'
import {
  call,
  freePort,
  newDataFolder,
  type PortalProcess,
  removeDataFolder,
  spawnPortal,
  startPortal,
} from './portal-process.ts'

const random = seededRandom('survival')

// One data folder through it all: each test leaves a running portal to the next.
let folder: string
let portal: PortalProcess

beforeAll(async () => {
  folder = await newDataFolder()
  portal = await startPortal(folder)
})
afterAll(async () => {
  await portal.kill('SIGTERM')
  await removeDataFolder(folder)
})

const signIn = async (role = 'enterprise') => {
  const body = { email: `${role}@dooryard.test`, password: 'dooryard-demo' }
  return (await call(portal.url, undefined, auth.login, { body })).accessToken
}

async function placeOrder(token: string, quantity: number) {
  const criteria = { property: { assetClasses: ['RESIDENTIAL' as const] } }
  const draft = { name: 'Survivors', campaignType: 'MAIL_READY' as const, criteria }
  const campaign = await call(portal.url, token, campaigns.create, { body: draft })
  const params = { campaignId: campaign.id }
  const order = await call(portal.url, token, orders.place, { params, body: { orderName: 'Survivor', quantity } })
  return { campaignId: campaign.id, orderId: order.id }
}

type OrderParams = Awaited<ReturnType<typeof placeOrder>>

const isOver = (status: string) => status === 'READY' || status === 'FAILED'

/** Asks often enough to catch a moment; for an end, which may take long, less often: an account has its limit of calls. */
async function until(token: string, params: OrderParams, reached: (status: string) => boolean, everyMs = 5) {
  for (;;) {
    const order = await call(portal.url, token, orders.get, { params })
    if (reached(order.internalStatus)) return order
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

const balance = async (token: string) => {
  const { subscriptionCredits, onDemandCredits } = (await call(portal.url, token, account.me, {})).balance
  return subscriptionCredits + onDemandCredits
}

test.for([
  ['as soon as it is placed', () => true],
  ['while its leads are selected', (status: string) => status !== 'QUEUED'],
  ['once its leads are selected', (status: string) => !['QUEUED', 'SELECTING'].includes(status)],
] as const)('an order whose process is killed %s completes once and is paid for once', async ([, reached]) => {
  const before = await balance(await signIn())
  const token = await signIn()
  const params = await placeOrder(token, 1_000)
  await until(token, params, reached)
  await portal.kill('SIGKILL')
  portal = await startPortal(folder)
  const again = await signIn()
  const order = await until(again, params, isOver, 250)
  expect(order).toMatchObject({
    internalStatus: 'READY',
    deliveredQuantity: 1_000,
    creditsCaptured: 1_000,
    creditsHeld: 0,
  })
  expect(order.history.map(({ to }) => to)).toEqual(['QUEUED', 'SELECTING', 'ASSEMBLING', 'READY'])
  expect(await balance(again)).toBe(before - 1_000)
  const leads = await call(portal.url, again, orders.leads, { params, query: { limit: 1 } })
  expect(leads.totalCount).toBe(1_000)
})

/**
 * Places an order with a key, again and again until there is an answer; gives the order's id. While the database is away,
 * every answer asks to come again.
 */
async function placeSurely(token: string, campaignId: string, key: string): Promise<string> {
  for (;;) {
    const answer = await fetch(portal.url + pathOf(orders.place, { params: { campaignId } }), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify({ orderName: 'Placed surely', quantity: 50 }),
    }).catch(() => undefined)
    if (answer?.status === 201) return ((await answer.json()) as { id: string }).id
    if (answer && answer.status !== 503) throw new Error(`${answer.status} ${await answer.text()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const postmaster = async () =>
  Number((await readFile(join(folder, 'postgres/18/postmaster.pid'), 'utf8')).split('\n')[0])

test('orders placed while the database dies again and again are each there once, and paid for once', {
  timeout: rounds(300_000, 3_600_000),
}, async () => {
  const token = await signIn()
  const { user } = await call(portal.url, token, account.me, {})
  const gift = { userId: user.id, bucket: 'ON_DEMAND' as const, amount: 10_000, reason: 'For many orders' }
  await call(portal.url, await signIn('admin'), adminBilling.adjustCredits, { body: gift })
  const before = await balance(token)
  const criteria = { location: { states: ['TN'] } }
  const draft = { name: 'Through it all', campaignType: 'MAIL_READY' as const, criteria }
  const { id: campaignId } = await call(portal.url, token, campaigns.create, { body: draft })
  const placed = new Set<string>()
  const deaths = rounds(2, 20)
  const ordersEach = 4
  for (let death = 0; death < deaths; death++) {
    const keys = Array.from({ length: ordersEach }, (_, at) => `${campaignId}-${death}-${at}`)
    const placing = keys.map((key) => placeSurely(token, campaignId, key))
    await new Promise((resolve) => setTimeout(resolve, random() * 60))
    const dead = await postmaster()
    process.kill(dead, 'SIGKILL')
    // What it had open may answer for a moment longer.
    await expect.poll(postmaster, { timeout: 30_000 }).not.toBe(dead)
    const isReady = () => fetch(`${portal.url}/readyz`).then(({ ok }) => ok)
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
    for (const id of await Promise.all(placing)) placed.add(id)
  }
  expect(placed.size).toBe(deaths * ordersEach)
  const { totalCount } = await call(portal.url, token, orders.list, { params: { campaignId } })
  expect(totalCount).toBe(placed.size)
  for (const orderId of placed) {
    const order = await until(token, { campaignId, orderId }, isOver, 250)
    expect(order).toMatchObject({ internalStatus: 'READY', deliveredQuantity: 50, creditsCaptured: 50, creditsHeld: 0 })
  }
  expect(await balance(token)).toBe(before - placed.size * 50)
})

test('an import whose process is killed in the middle starts over, and the roll is loaded whole', async () => {
  const token = await signIn('admin')
  const parcels = 60_000
  const lines = Array.from(
    { length: parcels },
    (_, at) => `${at},12011,${at} EXAMPLE ORCHARD LN,ANYTOWN,TESTWELL AVERY`,
  )
  const body = new Blob([['apn,county_fips,address,city,owner_1', ...lines].join('\n')])
  const query = { source: 'generic', fileName: 'anytown.csv', name: 'Anytown, assessor' }
  const { id } = await call(portal.url, token, rolls.import, { query, body })
  const reached = async (as: string, statuses: string[], everyMs = 5) => {
    for (;;) {
      const item = await call(portal.url, as, rolls.importOf, { params: { id } })
      if (statuses.includes(item.status)) return item
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
  expect(await reached(token, ['RUNNING', 'LOADED'])).toMatchObject({ status: 'RUNNING' })
  await portal.kill('SIGKILL')
  portal = await startPortal(folder)
  const again = await signIn('admin')
  expect(await reached(again, ['LOADED', 'FAILED'], 250)).toMatchObject({ status: 'LOADED', rowsMapped: parcels })
  const { counties } = await call(portal.url, again, rolls.coverage, {})
  expect(counties.find(({ fips }) => fips === '12011')).toMatchObject({ properties: parcels })
  // Removed once it is loaded.
  await expect.poll(() => readdir(join(folder, 'files/rolls/uploads'))).toEqual([])
})

const refusal = async (environment: Record<string, string>) => {
  const { child, output } = spawnPortal({ LOG_LEVEL: 'fatal', ...environment })
  const [code] = await once(child, 'exit')
  return { code, said: output().trim() }
}

test('a second start on the same folder is refused in one sentence that names the process', async () => {
  const { code, said } = await refusal({ PORT: String(await freePort()), DATA_DIR: folder })
  expect(said).toMatch(
    /^Dooryard is already running on .+ \(process \d+\)\. Stop it first, or choose another DATA_DIR\.$/,
  )
  expect(code).toBe(1)
})

test('a taken port is refused in one sentence, before any store is made', async () => {
  const other = await newDataFolder()
  const { port } = new URL(portal.url)
  const { code, said } = await refusal({ PORT: port, DATA_DIR: other })
  expect(said).toBe(`Port ${port} is in use. Stop what uses it, or choose another with PORT.`)
  expect(code).toBe(1)
  expect(await readdir(other)).not.toContain('postgres')
  await removeDataFolder(other)
})

test('a database that cannot be reached is named in one sentence, without its password', async () => {
  const other = await newDataFolder()
  const { code, said } = await refusal({
    PORT: String(await freePort()),
    DATA_DIR: other,
    DATABASE_URL: 'postgresql://somebody:hunter2@127.0.0.1:1/nothing',
  })
  expect(said).toMatch(/^The database at DATABASE_URL cannot be used: .+\.$/)
  expect(said).not.toContain('hunter2')
  expect(said.split('\n')).toHaveLength(1)
  expect(code).toBe(1)
  await removeDataFolder(other)
})

test('a start without the demo closes its accounts, and one with it opens them again', async () => {
  const token = await signIn()
  await portal.kill('SIGTERM')
  portal = await startPortal(folder, { DEMO: 'off' })
  await expect(signIn()).rejects.toThrow('401')
  await expect(call(portal.url, token, account.me, {})).rejects.toThrow('401')
  await portal.kill('SIGTERM')
  portal = await startPortal(folder)
  expect(await signIn()).not.toBe('')
})

test('a stop leaves no process behind, and the next start finds everything again', async () => {
  const pidFile = await readFile(join(folder, 'postgres/18/postmaster.pid'), 'utf8')
  const before = await balance(await signIn())
  expect(await portal.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(() => process.kill(Number(pidFile.split('\n')[0]), 0)).toThrow('ESRCH')
  portal = await startPortal(folder)
  expect(await balance(await signIn())).toBe(before)
})
