import { createHash } from 'node:crypto'
import { dayMs } from '@dooryard/contract/api/time'
import { adminDnc, dnc } from '@dooryard/contract/data/dnc'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Services } from '../../../platform/context.ts'
import { type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { waitForLockContention } from '../../../test/stores/database.ts'
import {
  activateCallReady,
  createCallBuyer,
  createTestRegistry,
  isCallable,
  listOrderLeadRows,
  placeTestOrder,
  type StoredLead,
} from './calls.fixture.ts'

// No worker: each test runs the order itself and advances the clock by days.
let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
  admin = await user(portal, { role: 'SUPER_ADMIN' })
  await activateCallReady(portal)
  await createTestRegistry(portal, { on: (phone) => phone.endsWith('7') })
})
afterAll(() => portal.close())

const listPhones = ({ contacts }: StoredLead) =>
  (contacts ?? []).filter(({ type }) => type === 'PHONE').map(({ value }) => value)

test('a number that is marked “do not call” while an order is scrubbed is not delivered, nor paid for', async () => {
  const first = await placeTestOrder(portal, await createCallBuyer(portal))
  await first.run()
  const [lead] = await listOrderLeadRows(portal, first.orderId)
  const phones = (lead?.contacts ?? []).flatMap(({ value, scrub }) => (scrub === 'CLEAN' ? value : []))
  const buyer = await createCallBuyer(portal)
  const order = await placeTestOrder(portal, buyer)
  const { clickhouse } = portal.services
  let isMarked = false
  const rows: typeof clickhouse.rows = async (sql, ...rest) => {
    const found = await clickhouse.rows<never>(sql, ...rest)
    // The lookup of the scrub itself: its lists are chosen before.
    if (sql.includes('groupUniqArray(load)') && !isMarked) {
      isMarked = true
      expect((await buyer.as.call(dnc.changeNumbers, { body: { add: phones } })).status).toBe(200)
    }
    return found
  }
  await order.run({ clickhouse: { ...clickhouse, rows } })
  expect(isMarked).toBe(true)
  const leads = await listOrderLeadRows(portal, order.orderId)
  expect(leads.map(({ propertyId }) => propertyId)).not.toContain(lead?.propertyId)
  expect(leads.every(isCallable)).toBe(true)
  const now = await order.now()
  expect(now).toMatchObject({ userFacingStatus: 'COMPLETED', deliveredQuantity: leads.length })
  expect(now.creditsCaptured).toBe(leads.length * now.creditRequired)
})

describe('an order whose file is written long after its scrub', () => {
  /** Scrubs today, and writes the file only after `days` have passed and the registry has changed. */
  async function writtenLate(days: number, on: (phone: string, at: number) => boolean) {
    const order = await placeTestOrder(portal, await createCallBuyer(portal))
    const files = { ...portal.services.files, write: () => Promise.reject(new Error('pulled out')) }
    await expect(order.run({ files })).rejects.toThrow('pulled out')
    const leads = await listOrderLeadRows(portal, order.orderId)
    const listed = new Set(leads.flatMap(listPhones).filter(on))
    portal.clock.advance(days * dayMs)
    try {
      await createTestRegistry(portal, { on: (phone) => listed.has(phone) })
      await order.run()
    } finally {
      portal.clock.advance(-days * dayMs)
      await createTestRegistry(portal, { on: (phone) => phone.endsWith('7') })
    }
    return { order, leads, listed }
  }

  test('is scrubbed again, and leaves out numbers that have joined the registry since', async () => {
    const { order, leads, listed } = await writtenLate(31, (_, at) => at < 6)
    const left = leads.filter((lead) => listPhones(lead).some((phone) => !listed.has(phone)))
    expect(left.length).toBeLessThan(50)
    const now = await order.now()
    expect(now).toMatchObject({ userFacingStatus: 'COMPLETED', deliveredQuantity: left.length })
    expect(now.creditsReleased).toBe((50 - left.length) * now.creditRequired)
    expect(now.waterfall?.selected).toBe(left.length)
    expect(now.files[0]).toMatchObject({ callableLeads: left.length, scrub: { checkedAt: now.dncCheckedAt } })
    expect(Date.parse(now.dncCheckedAt ?? '') - Date.parse(now.createdAt)).toBeGreaterThan(30 * dayMs)
    expect((await listOrderLeadRows(portal, order.orderId)).every(isCallable)).toBe(true)
  })

  test('fails when no lead is callable any more, and costs nothing', async () => {
    const { order } = await writtenLate(31, () => true)
    expect(await order.now()).toMatchObject({ userFacingStatus: 'FAILED', creditsCaptured: 0, creditsReleased: 150 })
  })

  test('is delivered with its scrub while that is still valid', async () => {
    const { order } = await writtenLate(20, () => false)
    const { expiresAt, dncCheckedAt, createdAt } = await order.now()
    expect(Date.parse(expiresAt ?? '') - Date.parse(dncCheckedAt ?? '')).toBe(30 * dayMs)
    expect(Date.parse(dncCheckedAt ?? '') - Date.parse(createdAt)).toBeLessThan(dayMs)
  })
})

type ListOwner = 'YOURS' | 'PLATFORM'
const listOwners: ListOwner[] = ['YOURS', 'PLATFORM']

/** Adds to the internal list of the buyer, or to that of the platform until the end of the test. */
function addToInternalList({ as }: Pick<TestUser, 'as'>, owner: ListOwner, phones: string[]) {
  if (owner === 'YOURS') return as.call(dnc.changeNumbers, { body: { add: phones, remove: [] } })
  const adding = admin.as.call(adminDnc.changeNumbers, { body: { add: phones, remove: [] } })
  onTestFinished(async () => {
    await adding
    await admin.as.call(adminDnc.changeNumbers, { body: { add: [], remove: phones } })
  })
  return adding
}

describe('a number that is marked “do not call” while the order is in progress', () => {
  /** Runs an order whose first callable lead is marked once, at the moment that `interrupt` chooses. */
  async function markedWhile(owner: ListOwner, interrupt: (mark: () => Promise<void>) => Partial<Services>) {
    const buyer = await createCallBuyer(portal)
    const order = await placeTestOrder(portal, buyer)
    let phones: string[] = []
    const mark = async () => {
      if (phones.length > 0) return
      phones = listPhones((await listOrderLeadRows(portal, order.orderId)).find(isToBeCalled) as StoredLead)
      expect((await addToInternalList(buyer, owner, phones)).status).toBe(200)
    }
    await order.run(interrupt(mark))
    const { body: link } = await buyer.as.call(orders.download, { params: order.params })
    const text = await (await fetch(portal.url + link.url)).text()
    const leads = await listOrderLeadRows(portal, order.orderId)
    expect(leads.every(isCallable)).toBe(true)
    expect(text).toContain(
      leads.flatMap(({ contacts }) => contacts ?? []).find(({ scrub }) => scrub === 'CLEAN')?.value,
    )
    for (const phone of phones) expect(text).not.toContain(phone)
    const now = await order.now()
    expect(now.files).toHaveLength(1)
    expect(now.files[0]).toMatchObject({
      ...{ sha256: createHash('sha256').update(text).digest('hex'), leads: leads.length, callableLeads: leads.length },
      scrub: { against: expect.arrayContaining([expect.objectContaining({ list: 'INTERNAL', owner })]) },
    })
    expect(now).toMatchObject({ deliveredQuantity: leads.length, creditsCaptured: leads.length * now.creditRequired })
    expect(now.creditsReleased).toBe((50 - leads.length) * now.creditRequired)
    expect(now.waterfall?.selected).toBe(leads.length)
    return leads.length
  }

  const isToBeCalled = (lead: StoredLead) => listPhones(lead).some((phone) => !phone.endsWith('7'))

  test.each(listOwners)('is replaced while further candidates are at hand: %s', async (owner) => {
    const { clickhouse } = portal.services
    const delivered = await markedWhile(owner, (mark) => ({
      clickhouse: {
        ...clickhouse,
        rows: async <Row>(...read: Parameters<Services['clickhouse']['rows']>) => {
          const found = await clickhouse.rows<Row>(...read)
          if (read[0].includes('groupUniqArray(load) as loads')) await mark()
          return found
        },
      },
    }))
    expect(delivered).toBe(50)
  })

  test.each(listOwners)('is left out of a file that was being written, and is not charged: %s', async (owner) => {
    const { files } = portal.services
    const delivered = await markedWhile(owner, (mark) => ({
      files: {
        ...files,
        write: async (key, content) => {
          await files.write(key, content)
          await mark()
        },
      },
    }))
    // Others may share the number.
    expect(delivered).toBeLessThan(50)
  })
})

describe('a number that is marked “do not call” during the delivery', () => {
  /**
   * Runs an order and starts to mark its numbers between the last lookup and the commit; `hasCommitted` at that time.
   */
  async function markedAtDelivery(owner: ListOwner) {
    const buyer = await createCallBuyer(portal)
    // Numbers are looked up only in a list that has some.
    await addToInternalList(buyer, owner, ['6155550100'])
    const order = await placeTestOrder(portal, buyer)
    const { clickhouse, files } = portal.services
    let isWritten = false
    let phones: string[] = []
    let marking: ReturnType<typeof addToInternalList> | undefined
    let hasCommitted = false
    const mark = async () => {
      phones = (await listOrderLeadRows(portal, order.orderId)).flatMap(listPhones)
      marking = addToInternalList(buyer, owner, phones)
      const isWaiting = waitForLockContention(portal.db).then(() => true)
      hasCommitted = !(await Promise.race([marking.then(() => false), isWaiting]))
    }
    await order.run({
      files: {
        ...files,
        write: async (...file) => {
          await files.write(...file)
          isWritten = true
        },
      },
      clickhouse: {
        ...clickhouse,
        rows: async <Row>(...read: Parameters<Services['clickhouse']['rows']>) => {
          const found = await clickhouse.rows<Row>(...read)
          if (isWritten && !marking && read[0].includes('groupUniqArray(load) as loads')) await mark()
          return found
        },
      },
    })
    return { buyer, order, phones, hasCommitted, marked: await marking }
  }

  test.each(listOwners)('joins the list only once the order is delivered: %s', async (owner) => {
    const { buyer, order, phones, hasCommitted, marked } = await markedAtDelivery(owner)
    expect({ hasCommitted, status: marked?.status }).toEqual({ hasCommitted: false, status: 200 })
    expect(await order.now()).toMatchObject({ userFacingStatus: 'COMPLETED', deliveredQuantity: 50 })
    const { body } = await buyer.as.call(dnc.check, { body: { numbers: phones.slice(0, 1) } })
    expect(body.items).toMatchObject([{ result: 'INTERNAL_DNC' }])
  })
})
