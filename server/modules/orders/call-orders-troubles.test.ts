import { account } from '@dooryard/contract/account'
import { adminOrders } from '@dooryard/contract/admin-orders'
import { operations } from '@dooryard/contract/operations'
import type { OrderStatusEvent } from '@dooryard/contract/order'
import { orders } from '@dooryard/contract/orders'
import { minuteMs } from '@dooryard/contract/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { OverLimitError } from '../../platform/clickhouse/errors.ts'
import type { Services } from '../../platform/context.ts'
import { user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { VendorError } from '../contacts/contact-vendor.ts'
import {
  buyer,
  forgetVendor,
  homes,
  isCallable,
  offerCalls,
  placed,
  registry,
  storedLeads,
  testVendor,
} from './calls.fixture.ts'
import { rescueOrders } from './fulfil-order.job.ts'
import { findOrder } from './orders.queries.ts'

// No worker: each test takes the worker's place, and something goes wrong.
let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
  await offerCalls(portal)
  await usualRegistry()
})
beforeEach(() => forgetVendor(portal))
afterAll(() => portal.close())

const usualRegistry = () => registry(portal, { on: (phone) => phone.endsWith('7') })

type Meddle = () => Promise<void>

/** The portal's services, with something that happens before each read whose SQL has a text in it. */
const beforeRead = (text: string, meddle: Meddle): Services => ({
  ...portal.services,
  clickhouse: {
    ...portal.services.clickhouse,
    rows: async <Row>(...read: Parameters<Services['clickhouse']['rows']>) => {
      if (read[0].includes(text)) await meddle()
      return portal.services.clickhouse.rows<Row>(...read)
    },
  },
})

/** Where each step can be interrupted. */
const points: Record<string, (meddle: Meddle) => Services> = {
  'counts what matches': (meddle) => beforeRead('fresh_of_all', meddle),
  'draws its candidates': (meddle) => beforeRead('order by place', meddle),
  'reads its candidates': (meddle) => beforeRead('owner_names', meddle),
  'looks up contacts': (meddle) => beforeRead('from contacts', meddle),
  'checks the numbers': (meddle) => beforeRead('dnc_numbers', meddle),
  'writes the file': (meddle) => ({
    ...portal.services,
    files: {
      ...portal.services.files,
      write: async (key, content) => {
        await meddle()
        await portal.services.files.write(key, content)
      },
    },
  }),
  'has written the file': (meddle) => ({
    ...portal.services,
    files: {
      ...portal.services.files,
      write: async (key, content) => {
        await portal.services.files.write(key, content)
        await meddle()
      },
    },
  }),
}

const path = ['QUEUED', 'SELECTING', 'TRACING', 'SCRUBBING', 'ASSEMBLING', 'READY']

/** One outcome: each status once, one file, paid for once, and every lead callable. */
async function expectDelivered(order: Awaited<ReturnType<typeof placed>>) {
  const now = await order.now()
  expect(now).toMatchObject({ deliveredQuantity: 50, creditsCaptured: 150, creditsReleased: 0 })
  expect(now.history.map(({ to }) => to)).toEqual(path)
  expect(now.files).toHaveLength(1)
  const leads = await storedLeads(portal, order.orderId)
  expect(leads.filter(isCallable)).toHaveLength(50)
  expect(leads).toHaveLength(50)
}

test.each(Object.keys(points))(
  'a worker that fails while it %s leaves an order that goes through later',
  async (point) => {
    const order = await placed(portal, await buyer(portal))
    const failing = points[point]?.(() => Promise.reject(new Error('pulled out')))
    for (const _ of [1, 2]) await expect(order.run(failing)).rejects.toThrow('pulled out')
    await order.run()
    await expectDelivered(order)
  },
)

test.each(Object.keys(points))('a worker that is overtaken while it %s changes nothing', async (point) => {
  const owner = await buyer(portal)
  const order = await placed(portal, owner)
  let isOvertaken = false
  const slow = points[point]?.(async () => {
    if (isOvertaken) return
    isOvertaken = true
    await order.run()
  })
  await expect(order.run(slow)).rejects.toThrow('taken over')
  expect(isOvertaken).toBe(true)
  await expectDelivered(order)
  expect((await owner.as.call(account.me)).body.balance.onDemandCredits).toBe(30_000 - 150)
})

test.each([
  ['reads its candidates', 'zip in '],
  ['looks up contacts', 'limit 1 by owner_key'],
  ['checks the numbers', 'dnc_numbers'],
])('a store that is too busy while an order %s is asked again: no criteria are to blame', async (_, text) => {
  const order = await placed(portal, await buyer(portal))
  const busy = beforeRead(text, () => Promise.reject(new OverLimitError('time', null)))
  await expect(order.run(busy)).rejects.toThrow('too long')
  expect((await order.now()).userFacingStatus).not.toBe('FAILED')
  await order.run()
  await expectDelivered(order)
})

test('a certificate that cannot be signed leaves the order as it is, to be tried again', async () => {
  const order = await placed(portal, await buyer(portal))
  const { secrets } = portal.services
  const derive: Services['secrets']['derive'] = (purpose) => {
    if (purpose === 'dnc-certificate') throw new Error('no key')
    return secrets.derive(purpose)
  }
  await expect(order.run({ secrets: { ...secrets, derive } })).rejects.toThrow('no key')
  expect(await order.now()).toMatchObject({ internalStatus: 'ASSEMBLING', creditsCaptured: 0, files: [] })
  await order.run()
  await expectDelivered(order)
})

test('a vendor that never answers fails the order on the fifth try, and everything goes back', async () => {
  const owner = await buyer(portal, { criteria: { ...homes, contact: { hasPhone: false } } })
  const order = await placed(portal, owner)
  const { desk } = testVendor({ ask: () => Promise.reject(new Error('not at home')) })
  for (let attempt = 1; attempt <= 4; attempt++) {
    await expect(order.run({ contacts: desk })).rejects.toThrow()
    expect((await order.now()).internalStatus).toBe('TRACING')
  }
  await order.run({ contacts: desk })
  const now = await order.now()
  expect(now).toMatchObject({ userFacingStatus: 'FAILED', creditsReleased: 150 })
  expect(now.failureReason).not.toContain('home')
  expect(await storedLeads(portal, order.orderId)).toEqual([])
})

test('an order cut off while it looks at more owners delivers what it would have', async () => {
  onTestFinished(usualRegistry)
  await registry(portal, { on: (phone) => phone.slice(-2) > '07' })
  const [whole, cut] = [await placed(portal, await buyer(portal)), await placed(portal, await buyer(portal))]
  await whole.run()
  expect((await whole.now()).waterfall?.considered).toBeGreaterThan(250)
  let draws = 0
  const failing = beforeRead('owner_names', async () => {
    // A draw and the read of its rows: the first look is two of them.
    draws += 1
    if (draws === 4) throw new Error('pulled out')
  })
  await expect(cut.run(failing)).rejects.toThrow('pulled out')
  expect((await cut.now()).internalStatus).toBe('SCRUBBING')
  await cut.run()
  const [ofWhole, ofCut] = [await storedLeads(portal, whole.orderId), await storedLeads(portal, cut.orderId)]
  expect(ofCut).toEqual(ofWhole)
  expect((await cut.now()).waterfall).toEqual((await whole.now()).waterfall)
})

test('whoever watches is told how far a step has come, until it ends', async () => {
  const owner = await buyer(portal, { criteria: { ...homes, contact: { hasPhone: false } } })
  const order = await placed(portal, owner)
  const stream = await owner.as.watch(orders.watchStatus, { params: order.params })
  let goOn = () => {}
  const seenIt = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const { desk } = testVendor({ ask: () => seenIt })
  const running = order.run({ contacts: desk })
  const seen: OrderStatusEvent[] = []
  while (!['COMPLETED', 'FAILED'].includes(seen.at(-1)?.userFacingStatus ?? '')) {
    const event = await stream.next()
    if (!event) break
    seen.push(event)
    if (event.internalStatus === 'TRACING' && event.step) goOn()
  }
  await running
  stream.close()
  const traced = seen.find(({ internalStatus, step }) => internalStatus === 'TRACING' && step)
  expect(traced?.step?.of).toBe((await order.now()).waterfall?.considered)
  expect(seen.at(-1)?.userFacingStatus).toBe('COMPLETED')
  expect(seen.at(-1)).not.toHaveProperty('step')
})

/** The job of an order as the queue has it. */
async function waitingJob(orderId: string) {
  const { rows } = await sql<{ attempts: number; secondsLeft: number }>`
    select attempts, extract(epoch from run_at - now())::float8 as seconds_left
    from graphile_worker.jobs where key = ${`order:${orderId}`}`.execute(portal.db)
  return rows
}

describe('a vendor that cannot be reached', () => {
  const { desk } = testVendor({
    ask: () => Promise.reject(new VendorError('Nobody answered.', { wasProcessed: false })),
  })
  const statusOf = async (orderId: string) => (await findOrder(portal.db, orderId))?.internalStatus
  const toBeTraced = async () =>
    placed(portal, await buyer(portal, { criteria: { ...homes, contact: { hasPhone: false } } }))

  test('is waited for, however often it is asked, and the order goes through once it answers', async () => {
    const order = await toBeTraced()
    for (let attempt = 1; attempt <= 7; attempt++) {
      await order.run({ contacts: desk })
      expect(await statusOf(order.orderId)).toBe('TRACING')
      const [job, ...others] = await waitingJob(order.orderId)
      expect(others).toEqual([])
      expect(job?.attempts).toBe(0)
      expect(job?.secondsLeft).toBeGreaterThan(0)
      await rescueOrders(portal.services)
      expect(await waitingJob(order.orderId)).toHaveLength(1)
      expect(await statusOf(order.orderId)).toBe('TRACING')
      portal.clock.advance(8 * minuteMs)
    }
    portal.clock.advance(-56 * minuteMs)
    await portal.db.deleteFrom('contactVendors').execute()
    await order.run({ contacts: testVendor().desk })
    await expectDelivered(order)
  })

  test('is what an administrator reads that the order waits for, until it answers or they have it tried again', async () => {
    const admin = await user(portal, { role: 'SUPER_ADMIN' })
    const order = await toBeTraced()
    const params = { id: order.orderId }
    const seen = async () => (await admin.as.call(adminOrders.get, { params })).body
    const waiting = async () => {
      const { orders, notices } = (await admin.as.call(operations.get)).body
      return { count: orders.putOff, isSaid: notices.some(({ kind }) => kind === 'ORDERS_PUT_OFF') }
    }
    expect(await waiting()).toEqual({ count: 0, isSaid: false })
    await order.run({ contacts: desk })
    expect(await seen()).toMatchObject({
      failures: 0,
      putOff: expect.stringMatching(/gave no answer. Nobody answered.$/),
    })
    expect(await waiting()).toEqual({ count: 1, isSaid: true })
    await admin.as.call(adminOrders.retry, { params, body: { reason: 'It is back' } })
    expect(await seen()).not.toHaveProperty('putOff')
    await order.run({ contacts: desk })
    expect(await seen()).toHaveProperty('putOff')
    await portal.db.deleteFrom('contactVendors').execute()
    await order.run({ contacts: testVendor().desk })
    await expectDelivered(order)
    expect(await seen()).not.toHaveProperty('putOff')
    expect(await waiting()).toEqual({ count: 0, isSaid: false })
  })

  test('ends an order that has waited for an hour on the fifth try after that, and says why', async () => {
    const order = await toBeTraced()
    await order.run({ contacts: desk })
    portal.clock.advance(59 * minuteMs)
    await order.run({ contacts: desk })
    portal.clock.advance(minuteMs)
    for (let attempt = 1; attempt <= 4; attempt++) {
      await expect(order.run({ contacts: desk })).rejects.toThrow()
      expect(await statusOf(order.orderId)).toBe('TRACING')
    }
    await order.run({ contacts: desk })
    // Back to where the buyer is still signed in.
    portal.clock.advance(-60 * minuteMs)
    const now = await order.now()
    expect(now).toMatchObject({ userFacingStatus: 'FAILED', creditsCaptured: 0, creditsReleased: 150 })
    expect(now.failureReason).toContain('contact provider could not be reached, so nothing was charged')
  })
})
