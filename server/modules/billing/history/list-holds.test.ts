import { creditHistory } from '@dooryard/contract/credit-history'
import { mostHolds } from '@dooryard/contract/limits'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { holdCredits, lapseSubscriptionCredits, settleHold } from '../../credits/index.ts'

const portal = await testPortal()
afterAll(portal.close)

test('of very many holds the oldest are listed, and no more than can be shown', async () => {
  const { id, as } = await user(portal)
  await sql`insert into credit_holds (id, user_id, order_id, subscription, on_demand, created_at)
    select gen_random_uuid(), ${id}, gen_random_uuid(), n, 0, timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${sql.lit(mostHolds + 2)}) n`.execute(portal.db)
  const { body } = await as.call(creditHistory.holds)
  expect(body.map(({ subscription }) => subscription)).toEqual(Array.from({ length: mostHolds }, (_, n) => n + 1))
})

test('of a hold is said how many go when they come back, since when and why', async () => {
  const { id: userId, as } = await user(portal, { subscriptionCredits: 100, onDemandCredits: 50 })
  const [first, second] = [newId(), newId()]
  const settlement = { orderId: second, capture: 0, reason: 'Cancelled', actor: 'system', at: new Date() }
  const transaction = portal.db.transaction()
  await transaction.execute((db) => holdCredits(db, { userId, orderId: first, amount: 90 }))
  await transaction.execute((db) => holdCredits(db, { userId, orderId: second, amount: 40 }))
  await transaction.execute((db) => lapseSubscriptionCredits(db, { userId, reason: 'Starter ended' }))
  const mark = { bucket: 'SUBSCRIPTION', reason: 'Starter ended', createdAt: expect.stringMatching(/Z$/) }
  const marked = async () => (await as.call(creditHistory.holds)).body.map(({ orderId, marks }) => ({ orderId, marks }))
  expect(await marked()).toEqual([
    { orderId: first, marks: [{ ...mark, credits: 90 }] },
    { orderId: second, marks: [{ ...mark, credits: 10 }] },
  ])
  await transaction.execute((db) => settleHold(db, settlement))
  expect(await marked()).toEqual([{ orderId: first, marks: [{ ...mark, credits: 90 }] }])
})
