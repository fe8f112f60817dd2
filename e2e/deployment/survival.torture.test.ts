import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildPath } from '@dooryard/contract/api/endpoint'
import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { rolls } from '@dooryard/contract/data/rolls'
import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededRandom } from '../../server/test/random/seeded-random.ts'
import { scaleForTorture } from '../../server/test/torture.ts'
import {
  call,
  freePort,
  newDataFolder,
  type PortalProcess,
  removeDataFolder,
  spawnPortal,
  startPortal,
} from '../support/portal-process.ts'

const random = createSeededRandom('survival')

// All tests share one data folder: each leaves a running portal to the next.
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

const isFinished = (status: string) => status === 'READY' || status === 'FAILED'

/**
 * Polls often enough to catch a moment; for an end, which may take long, less often, because of the account's rate
 * limit.
 */
async function waitForStatus(token: string, params: OrderParams, reached: (status: string) => boolean, everyMs = 5) {
  for (;;) {
    const order = await call(portal.url, token, orders.get, { params })
    if (reached(order.internalStatus)) return order
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

const readBalance = async (token: string) => {
  const { subscriptionCredits, onDemandCredits } = (await call(portal.url, token, account.me, {})).balance
  return subscriptionCredits + onDemandCredits
}

test.for([
  ['as soon as it is placed', () => true],
  ['while its leads are selected', (status: string) => status !== 'QUEUED'],
  ['once its leads are selected', (status: string) => !['QUEUED', 'SELECTING'].includes(status)],
] as const)('an order whose process is killed %s completes once and is paid for once', async ([, reached]) => {
  const before = await readBalance(await signIn())
  const token = await signIn()
  const params = await placeOrder(token, 1_000)
  await waitForStatus(token, params, reached)
  await portal.kill('SIGKILL')
  portal = await startPortal(folder)
  const again = await signIn()
  const order = await waitForStatus(again, params, isFinished, 250)
  expect(order).toMatchObject({
    internalStatus: 'READY',
    deliveredQuantity: 1_000,
    creditsCaptured: 1_000,
    creditsHeld: 0,
  })
  expect(order.history.map(({ to }) => to)).toEqual(['QUEUED', 'SELECTING', 'ASSEMBLING', 'READY'])
  expect(await readBalance(again)).toBe(before - 1_000)
  const leads = await call(portal.url, again, orders.leads, { params, query: { limit: 1 } })
  expect(leads.totalCount).toBe(1_000)
})

/**
 * Places an order with an idempotency key, and retries until there is an answer; returns the order's id. While the
 * database is down, every response asks to retry.
 */
async function placeUntilAccepted(token: string, campaignId: string, key: string): Promise<string> {
  for (;;) {
    const answer = await fetch(portal.url + buildPath(orders.place, { params: { campaignId } }), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify({ orderName: 'Placed surely', quantity: 50 }),
    }).catch(() => undefined)
    if (answer?.status === 201) return ((await answer.json()) as { id: string }).id
    if (answer && answer.status !== 503) throw new Error(`${answer.status} ${await answer.text()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const readPostmasterPid = async () =>
  Number((await readFile(join(folder, 'postgres/18/postmaster.pid'), 'utf8')).split('\n')[0])

test('orders placed while the database crashes repeatedly exist once each and are paid for once', {
  timeout: scaleForTorture(300_000, 3_600_000),
}, async () => {
  const token = await signIn()
  const { user } = await call(portal.url, token, account.me, {})
  const gift = { userId: user.id, bucket: 'ON_DEMAND' as const, amount: 10_000, reason: 'For many orders' }
  await call(portal.url, await signIn('admin'), adminBilling.adjustCredits, { body: gift })
  const before = await readBalance(token)
  const criteria = { location: { states: ['TN'] } }
  const draft = { name: 'Through it all', campaignType: 'MAIL_READY' as const, criteria }
  const { id: campaignId } = await call(portal.url, token, campaigns.create, { body: draft })
  const placed = new Set<string>()
  const deaths = scaleForTorture(2, 20)
  const ordersEach = 4
  for (let death = 0; death < deaths; death++) {
    const keys = Array.from({ length: ordersEach }, (_, at) => `${campaignId}-${death}-${at}`)
    const placing = keys.map((key) => placeUntilAccepted(token, campaignId, key))
    await new Promise((resolve) => setTimeout(resolve, random() * 60))
    const dead = await readPostmasterPid()
    process.kill(dead, 'SIGKILL')
    // Its open connections may respond for a moment longer.
    await expect.poll(readPostmasterPid, { timeout: 30_000 }).not.toBe(dead)
    const isReady = () => fetch(`${portal.url}/readyz`).then(({ ok }) => ok)
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
    for (const id of await Promise.all(placing)) placed.add(id)
  }
  expect(placed.size).toBe(deaths * ordersEach)
  const { totalCount } = await call(portal.url, token, orders.list, { params: { campaignId } })
  expect(totalCount).toBe(placed.size)
  for (const orderId of placed) {
    const order = await waitForStatus(token, { campaignId, orderId }, isFinished, 250)
    expect(order).toMatchObject({ internalStatus: 'READY', deliveredQuantity: 50, creditsCaptured: 50, creditsHeld: 0 })
  }
  expect(await readBalance(token)).toBe(before - placed.size * 50)
})

test('an import whose process is killed midway restarts, and the dataset is loaded completely', async () => {
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
  // Deleted once it is loaded.
  await expect.poll(() => readdir(join(folder, 'files/rolls/uploads'))).toEqual([])
})

const startAndFail = async (environment: Record<string, string>) => {
  const { child, output } = spawnPortal({ LOG_LEVEL: 'fatal', ...environment })
  const [code] = await once(child, 'exit')
  return { code, message: output().trim() }
}

test('a second start on the same folder is rejected in one sentence that names the process', async () => {
  const { code, message } = await startAndFail({ PORT: String(await freePort()), DATA_DIR: folder })
  expect(message).toMatch(
    /^Dooryard is already running on .+ \(process \d+\)\. Stop it first, or choose another DATA_DIR\.$/,
  )
  expect(code).toBe(1)
})

test('a taken port is rejected in one sentence, before any store is created', async () => {
  const other = await newDataFolder()
  const { port } = new URL(portal.url)
  const { code, message } = await startAndFail({ PORT: port, DATA_DIR: other })
  expect(message).toBe(`Port ${port} is in use. Stop what uses it, or choose another with PORT.`)
  expect(code).toBe(1)
  expect(await readdir(other)).not.toContain('postgres')
  await removeDataFolder(other)
})

test('an unreachable database is named in one sentence, without its password', async () => {
  const other = await newDataFolder()
  const { code, message } = await startAndFail({
    PORT: String(await freePort()),
    DATA_DIR: other,
    DATABASE_URL: 'postgresql://somebody:hunter2@127.0.0.1:1/nothing',
  })
  expect(message).toMatch(/^The database at DATABASE_URL cannot be used: .+\.$/)
  expect(message).not.toContain('hunter2')
  expect(message.split('\n')).toHaveLength(1)
  expect(code).toBe(1)
  await removeDataFolder(other)
})

test('a start without the demo closes its accounts, and one with it reopens them', async () => {
  const token = await signIn()
  await portal.kill('SIGTERM')
  portal = await startPortal(folder, { DEMO: 'off' })
  await expect(signIn()).rejects.toThrow('401')
  await expect(call(portal.url, token, account.me, {})).rejects.toThrow('401')
  await portal.kill('SIGTERM')
  portal = await startPortal(folder)
  expect(await signIn()).not.toBe('')
})

test('a shutdown leaves no process behind, and the next start finds everything again', async () => {
  const pidFile = await readFile(join(folder, 'postgres/18/postmaster.pid'), 'utf8')
  const before = await readBalance(await signIn())
  expect(await portal.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(() => process.kill(Number(pidFile.split('\n')[0]), 0)).toThrow('ESRCH')
  portal = await startPortal(folder)
  expect(await readBalance(await signIn())).toBe(before)
})
