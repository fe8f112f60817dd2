import { dayMs } from '@dooryard/contract/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, testPortal } from '../../test/portal.ts'
import { buyer, isCallable, offerCalls, placed, registry, type StoredLead, storedLeads } from './calls.fixture.ts'

// No worker: each test takes the worker's place, and is away for days.
let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
  await offerCalls(portal)
  await registry(portal, { on: (phone) => phone.endsWith('7') })
})
afterAll(() => portal.close())

describe('an order whose file is written long after its check', () => {
  /** Checked today, and not written before `days` have passed and the registry is another. */
  async function writtenLate(days: number, on: (phone: string, at: number) => boolean) {
    const order = await placed(portal, await buyer(portal))
    const files = { ...portal.services.files, write: () => Promise.reject(new Error('pulled out')) }
    await expect(order.run({ files })).rejects.toThrow('pulled out')
    const leads = await storedLeads(portal, order.orderId)
    const listed = new Set(leads.flatMap(phonesOf).filter(on))
    portal.clock.advance(days * dayMs)
    try {
      await registry(portal, { on: (phone) => listed.has(phone) })
      await order.run()
    } finally {
      portal.clock.advance(-days * dayMs)
      await registry(portal, { on: (phone) => phone.endsWith('7') })
    }
    return { order, leads, listed }
  }

  const phonesOf = ({ contacts }: StoredLead) =>
    (contacts ?? []).filter(({ type }) => type === 'PHONE').map(({ value }) => value)

  test('is checked again, and leaves out whoever has joined the registry since', async () => {
    const { order, leads, listed } = await writtenLate(31, (_, at) => at < 6)
    const left = leads.filter((lead) => phonesOf(lead).some((phone) => !listed.has(phone)))
    expect(left.length).toBeLessThan(50)
    const now = await order.now()
    expect(now).toMatchObject({ userFacingStatus: 'COMPLETED', deliveredQuantity: left.length })
    expect(now.creditsReleased).toBe((50 - left.length) * now.creditRequired)
    expect(now.waterfall?.selected).toBe(left.length)
    expect(now.files[0]).toMatchObject({ callableLeads: left.length, scrub: { checkedAt: now.dncCheckedAt } })
    expect(Date.parse(now.dncCheckedAt ?? '') - Date.parse(now.createdAt)).toBeGreaterThan(30 * dayMs)
    expect((await storedLeads(portal, order.orderId)).every(isCallable)).toBe(true)
  })

  test('fails where nobody is left to be called, and costs nothing', async () => {
    const { order } = await writtenLate(31, () => true)
    expect(await order.now()).toMatchObject({ userFacingStatus: 'FAILED', creditsCaptured: 0, creditsReleased: 150 })
  })

  test('is delivered by its check where that still counts', async () => {
    const { order } = await writtenLate(20, () => false)
    const { expiresAt, dncCheckedAt, createdAt } = await order.now()
    expect(Date.parse(expiresAt ?? '') - Date.parse(dncCheckedAt ?? '')).toBe(30 * dayMs)
    expect(Date.parse(dncCheckedAt ?? '') - Date.parse(createdAt)).toBeLessThan(dayMs)
  })
})
