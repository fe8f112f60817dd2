import { operations } from '@dooryard/contract/admin/operations'
import { minuteMs } from '@dooryard/contract/api/time'
import { account } from '@dooryard/contract/identity/account'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import type { OrderStatusEvent } from '@dooryard/contract/orders/order'
import { orders } from '@dooryard/contract/orders/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { OverLimitError } from '../../../platform/clickhouse/errors.ts'
import type { Services } from '../../../platform/context.ts'
import { user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { VendorError } from '../../contacts/vendor/contact-vendor.ts'
import { recoverStuckOrders } from '../fulfil/fulfil-order.job.ts'
import { findOrder } from '../orders.queries.ts'
import {
  activateCallReady,
  createCallBuyer,
  createTestRegistry,
  createTestVendor,
  homesCriteria,
  isCallable,
  listOrderLeadRows,
  placeTestOrder,
  resetTestVendor,
} from './calls.fixture.ts'

// No worker: each test runs the order itself and injects a failure.
let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000, contacts: createTestVendor().contacts })
  await activateCallReady(portal)
  await createUsualRegistry()
})
beforeEach(() => resetTestVendor(portal))
afterAll(() => portal.close())

const createUsualRegistry = () => createTestRegistry(portal, { on: (phone) => phone.endsWith('7') })

type Interrupt = () => Promise<void>

/** The portal's services with a hook that runs before each read whose SQL contains `text`. */
const interruptBeforeRead = (text: string, interrupt: Interrupt): Services => ({
  ...portal.services,
  clickhouse: {
    ...portal.services.clickhouse,
    rows: async <Row>(...read: Parameters<Services['clickhouse']['rows']>) => {
      if (read[0].includes(text)) await interrupt()
      return portal.services.clickhouse.rows<Row>(...read)
    },
  },
})

/** Where each step can be interrupted. */
const interruptPoints: Record<string, (interrupt: Interrupt) => Services> = {
  'counts what matches': (interrupt) => interruptBeforeRead('countIf(is_mailable) as mailable', interrupt),
  'draws its candidates': (interrupt) => interruptBeforeRead('as distinct_address from properties', interrupt),
  'reads its candidates': (interrupt) => interruptBeforeRead('owner_names', interrupt),
  'looks up contacts': (interrupt) => interruptBeforeRead('from contacts', interrupt),
  'checks the numbers': (interrupt) => interruptBeforeRead('dnc_numbers', interrupt),
  'writes the file': (interrupt) => ({
    ...portal.services,
    files: {
      ...portal.services.files,
      write: async (key, content) => {
        await interrupt()
        await portal.services.files.write(key, content)
      },
    },
  }),
  'has written the file': (interrupt) => ({
    ...portal.services,
    files: {
      ...portal.services.files,
      write: async (key, content) => {
        await portal.services.files.write(key, content)
        await interrupt()
      },
    },
  }),
}

const statusPath = ['QUEUED', 'SELECTING', 'TRACING', 'SCRUBBING', 'ASSEMBLING', 'READY']

/** The one valid outcome: each status once, one file, one payment, and every lead callable. */
async function expectDelivered(order: Awaited<ReturnType<typeof placeTestOrder>>) {
  const now = await order.now()
  expect(now).toMatchObject({ deliveredQuantity: 50, creditsCaptured: 150, creditsReleased: 0 })
  expect(now.history.map(({ to }) => to)).toEqual(statusPath)
  expect(now.files).toHaveLength(1)
  const leads = await listOrderLeadRows(portal, order.orderId)
  expect(leads.filter(isCallable)).toHaveLength(50)
  expect(leads).toHaveLength(50)
}

test.each(Object.keys(interruptPoints))(
  'a worker that fails while it %s leaves an order that completes later',
  async (point) => {
    const order = await placeTestOrder(portal, await createCallBuyer(portal))
    const failing = interruptPoints[point]?.(() => Promise.reject(new Error('pulled out')))
    for (const _ of [1, 2]) await expect(order.run(failing)).rejects.toThrow('pulled out')
    await order.run()
    await expectDelivered(order)
  },
)

test.each(Object.keys(interruptPoints))('a worker that is overtaken while it %s changes nothing', async (point) => {
  const owner = await createCallBuyer(portal)
  const order = await placeTestOrder(portal, owner)
  let isOvertaken = false
  const slow = interruptPoints[point]?.(async () => {
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
])(
  'when the store is too busy while an order %s, the order is retried and its criteria are not blamed',
  async (_, text) => {
    const order = await placeTestOrder(portal, await createCallBuyer(portal))
    const busy = interruptBeforeRead(text, () => Promise.reject(new OverLimitError('time', null)))
    await expect(order.run(busy)).rejects.toThrow('too long')
    expect((await order.now()).userFacingStatus).not.toBe('FAILED')
    await order.run()
    await expectDelivered(order)
  },
)

test('a certificate that cannot be signed leaves the order unchanged for a retry', async () => {
  const order = await placeTestOrder(portal, await createCallBuyer(portal))
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

test('a vendor that never responds fails the order on the fifth try and releases all credits', async () => {
  const owner = await createCallBuyer(portal, { criteria: { ...homesCriteria, contact: { hasPhone: false } } })
  const order = await placeTestOrder(portal, owner)
  const { contacts } = createTestVendor({ ask: () => Promise.reject(new Error('not at home')) })
  for (let attempt = 1; attempt <= 4; attempt++) {
    await expect(order.run({ contacts })).rejects.toThrow()
    expect((await order.now()).internalStatus).toBe('TRACING')
  }
  await order.run({ contacts })
  const now = await order.now()
  expect(now).toMatchObject({ userFacingStatus: 'FAILED', creditsReleased: 150 })
  expect(now.failureReason).not.toContain('home')
  expect(await listOrderLeadRows(portal, order.orderId)).toEqual([])
})

test('an order interrupted while it considers more owners delivers the same leads', async () => {
  onTestFinished(createUsualRegistry)
  await createTestRegistry(portal, { on: (phone) => phone.slice(-2) > '07' })
  const [whole, cut] = [
    await placeTestOrder(portal, await createCallBuyer(portal)),
    await placeTestOrder(portal, await createCallBuyer(portal)),
  ]
  await whole.run()
  expect((await whole.now()).waterfall?.considered).toBeGreaterThan(250)
  let draws = 0
  const failing = interruptBeforeRead('owner_names', async () => {
    // Each round is two reads: the selection and its rows.
    draws += 1
    if (draws === 4) throw new Error('pulled out')
  })
  await expect(cut.run(failing)).rejects.toThrow('pulled out')
  expect((await cut.now()).internalStatus).toBe('SCRUBBING')
  await cut.run()
  const [ofWhole, ofCut] = [
    await listOrderLeadRows(portal, whole.orderId),
    await listOrderLeadRows(portal, cut.orderId),
  ]
  expect(ofCut).toEqual(ofWhole)
  expect((await cut.now()).waterfall).toEqual((await whole.now()).waterfall)
})

test('the stream reports the progress of each step until it ends', async () => {
  const owner = await createCallBuyer(portal, { criteria: { ...homesCriteria, contact: { hasPhone: false } } })
  const order = await placeTestOrder(portal, owner)
  const stream = await owner.as.watch(orders.watchStatus, { params: order.params })
  let resume = () => {}
  const seenIt = new Promise<void>((resolve) => {
    resume = resolve
  })
  const { contacts } = createTestVendor({ ask: () => seenIt })
  const running = order.run({ contacts })
  const seen: OrderStatusEvent[] = []
  while (!['COMPLETED', 'FAILED'].includes(seen.at(-1)?.userFacingStatus ?? '')) {
    const event = await stream.next()
    if (!event) break
    seen.push(event)
    if (event.internalStatus === 'TRACING' && event.step) resume()
  }
  await running
  stream.close()
  const traced = seen.find(({ internalStatus, step }) => internalStatus === 'TRACING' && step)
  expect(traced?.step?.of).toBe((await order.now()).waterfall?.considered)
  expect(seen.at(-1)?.userFacingStatus).toBe('COMPLETED')
  expect(seen.at(-1)).not.toHaveProperty('step')
})

/** The order's job as stored in the queue. */
async function findQueuedJob(orderId: string) {
  const { rows } = await sql<{ attempts: number; secondsLeft: number }>`
    select attempts, extract(epoch from run_at - now())::float8 as seconds_left
    from graphile_worker.jobs where key = ${`order:${orderId}`}`.execute(portal.db)
  return rows
}

describe('a contact vendor that is unreachable', () => {
  const { contacts } = createTestVendor({
    ask: () => Promise.reject(new VendorError('Nobody answered.', { wasProcessed: false })),
  })
  const getStatus = async (orderId: string) => (await findOrder(portal.db, orderId))?.internalStatus
  const toBeTraced = async () =>
    placeTestOrder(
      portal,
      await createCallBuyer(portal, { criteria: { ...homesCriteria, contact: { hasPhone: false } } }),
    )

  test('does not fail the order, which completes once the vendor responds', async () => {
    const order = await toBeTraced()
    for (let attempt = 1; attempt <= 7; attempt++) {
      await order.run({ contacts })
      expect(await getStatus(order.orderId)).toBe('TRACING')
      const [job, ...others] = await findQueuedJob(order.orderId)
      expect(others).toEqual([])
      expect(job?.attempts).toBe(0)
      expect(job?.secondsLeft).toBeGreaterThan(0)
      await recoverStuckOrders(portal.services)
      expect(await findQueuedJob(order.orderId)).toHaveLength(1)
      expect(await getStatus(order.orderId)).toBe('TRACING')
      portal.clock.advance(8 * minuteMs)
    }
    portal.clock.advance(-56 * minuteMs)
    await portal.db.deleteFrom('contactVendors').execute()
    await order.run({ contacts: createTestVendor().contacts })
    await expectDelivered(order)
  })

  test('is shown to administrators as the deferred reason until it responds or they retry the order', async () => {
    const admin = await user(portal, { role: 'SUPER_ADMIN' })
    const order = await toBeTraced()
    const params = { id: order.orderId }
    const seen = async () => (await admin.as.call(adminOrders.get, { params })).body
    const waiting = async () => {
      const { orders, notices } = (await admin.as.call(operations.get)).body
      return { count: orders.putOff, isSaid: notices.some(({ kind }) => kind === 'ORDERS_PUT_OFF') }
    }
    expect(await waiting()).toEqual({ count: 0, isSaid: false })
    await order.run({ contacts })
    expect(await seen()).toMatchObject({
      failures: 0,
      putOff: expect.stringMatching(/gave no answer. Nobody answered.$/),
    })
    expect(await waiting()).toEqual({ count: 1, isSaid: true })
    await admin.as.call(adminOrders.retry, { params, body: { reason: 'It is back' } })
    expect(await seen()).not.toHaveProperty('putOff')
    await order.run({ contacts })
    expect(await seen()).toHaveProperty('putOff')
    await portal.db.deleteFrom('contactVendors').execute()
    await order.run({ contacts: createTestVendor().contacts })
    await expectDelivered(order)
    expect(await seen()).not.toHaveProperty('putOff')
    expect(await waiting()).toEqual({ count: 0, isSaid: false })
  })

  test('fails an order that has waited for an hour on the fifth try after that, with the reason', async () => {
    const order = await toBeTraced()
    await order.run({ contacts })
    portal.clock.advance(59 * minuteMs)
    await order.run({ contacts })
    portal.clock.advance(minuteMs)
    for (let attempt = 1; attempt <= 4; attempt++) {
      await expect(order.run({ contacts })).rejects.toThrow()
      expect(await getStatus(order.orderId)).toBe('TRACING')
    }
    await order.run({ contacts })
    // Back to a time at which the buyer is still signed in.
    portal.clock.advance(-60 * minuteMs)
    const now = await order.now()
    expect(now).toMatchObject({ userFacingStatus: 'FAILED', creditsCaptured: 0, creditsReleased: 150 })
    expect(now.failureReason).toContain('contact provider could not be reached, so nothing was charged')
  })
})
