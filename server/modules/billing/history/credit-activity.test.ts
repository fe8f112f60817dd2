import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { creditHistory } from '@dooryard/contract/billing/credit-history'
import { account } from '@dooryard/contract/identity/account'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { captureHold, holdCredits } from '../../credits/index.ts'

const portal = await testPortal()
afterAll(portal.close)
const admin = await user(portal, { role: 'SUPER_ADMIN' })

const grant = ({ id: userId }: TestUser, bucket: 'SUBSCRIPTION' | 'ON_DEMAND', amount: number) =>
  admin.as.call(adminBilling.adjustCredits, { body: { userId, bucket, amount, reason: 'For the test' } })

async function order({ id: userId }: TestUser, amount: number, capture?: number): Promise<string> {
  const orderId = newId()
  await portal.db.transaction().execute((trx) => holdCredits(trx, { userId, orderId, amount }))
  if (capture !== undefined)
    await portal.db
      .transaction()
      .execute((trx) => captureHold(trx, { orderId, capture, reason: 'test', actor: 'test', at: new Date() }))
  return orderId
}

const list = async ({ as }: TestUser, query: object = {}) => (await as.call(creditHistory.activity, { query })).body

test('an order is one item with what it spent and what is on hold, and its entries', async () => {
  const owner = await user(portal)
  await grant(owner, 'SUBSCRIPTION', 100)
  await grant(owner, 'ON_DEMAND', 1000)
  const done = await order(owner, 500, 439)
  const waiting = await order(owner, 200)
  const { items, totalCount } = await list(owner)
  expect(totalCount).toBe(4)
  expect(items).toMatchObject([
    { orderId: waiting, change: -200, spent: 0, held: 200 },
    { orderId: done, change: -439, spent: 439, held: 0 },
    { change: 1000, spent: 0, held: 0 },
    { change: 100, spent: 0, held: 0 },
  ])
  // Two buckets held, two captured, and one released.
  expect(items[1]?.entries.map(({ type }) => type).sort()).toEqual(['CAPTURE', 'CAPTURE', 'HOLD', 'HOLD', 'RELEASE'])
  expect((await list(owner, { type: 'RELEASE' })).items).toMatchObject([{ orderId: done, spent: 439 }])
  expect(await list(owner, { orderId: waiting })).toMatchObject({ totalCount: 1, items: [{ held: 200 }] })
  expect(await list(owner, { page: 2, limit: 3 })).toMatchObject({ totalCount: 4, items: [{ change: 100 }] })
  expect((await list(await user(portal))).items).toEqual([])
})

test('whatever is ordered, the items add up to the balance, and each item to its entries', async () => {
  const amounts = fc.record({
    hold: fc.integer({ min: 1, max: 200 }),
    part: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(amounts, { minLength: 1, maxLength: 4 }), async (orders) => {
      const owner = await user(portal)
      await grant(owner, 'SUBSCRIPTION', 300)
      await grant(owner, 'ON_DEMAND', 500)
      for (const { hold, part } of orders) await order(owner, hold, part === null ? undefined : Math.floor(hold * part))
      const { items } = await list(owner)
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
      const { balance, creditsAtLastGrant } = (await owner.as.call(account.me)).body
      expect(sum(items.map(({ change }) => change))).toBe(balance.subscriptionCredits + balance.onDemandCredits)
      for (const { change, spent, held, entries } of items) {
        expect(change).toBe(sum(entries.map(({ amount }) => amount)))
        if (change < 0) expect(change).toBe(-spent - held)
      }
      expect(creditsAtLastGrant).toBe(800)
    }),
    { numRuns: 6 },
  )
})

test('before the first grant there is no last one, and an adjustment counts as one', async () => {
  const owner = await user(portal)
  const read = async () => (await owner.as.call(account.me)).body.creditsAtLastGrant
  expect(await read()).toBe(0)
  await grant(owner, 'ON_DEMAND', 50)
  await order(owner, 20, 20)
  expect(await read()).toBe(50)
  await grant(owner, 'ON_DEMAND', 10)
  await grant(owner, 'ON_DEMAND', -5)
  expect(await read()).toBe(40)
})
