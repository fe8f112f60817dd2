import { account } from '@dooryard/contract/account'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { grantCredits } from './grant-credits.ts'
import { holdCredits, settleHold } from './holds.ts'
import { entriesOf, marksIn, sumsInAccount, sumsOf, verifyLedger } from './ledger.fixture.ts'
import { payment } from './payment.fixture.ts'
import { lapseAllCredits } from './subscription-credits.ts'
import { takeBackCredits } from './take-back-credits.ts'

const portal = await testPortal()
afterAll(portal.close)

test('an account that closes ends its credits of both kinds, with the reason', async () => {
  const { id, as } = await user(portal, { subscriptionCredits: 70, onDemandCredits: 30 })
  expect(await as.call(account.close, { body: { password: testPassword } })).toMatchObject({ status: 204 })
  expect(await sumsInAccount(portal.db, id)).toEqual(sumsOf(0, 0))
  const entry = { type: 'EXPIRE', actor: id, reason: 'The account was closed' }
  expect((await entriesOf(portal.db, id)).slice(-2)).toMatchObject([
    { ...entry, bucket: 'SUBSCRIPTION', amount: -70 },
    { ...entry, bucket: 'ON_DEMAND', amount: -30 },
  ])
  expect((await verifyLedger(portal.db)).problems).toEqual([])
})

test('what an order holds when its account closes ends as it comes back, and a refund takes none of it again', async () => {
  const { db } = portal
  const { id: userId } = await user(portal)
  const cause = { reason: 'test', actor: 'test' }
  const orderId = newId()
  const packs = [await payment(db, { userId, credits: 500 }), await payment(db, { userId, credits: 500 })]
  for (const transactionId of packs)
    await grantCredits(db, { userId, bucket: 'ON_DEMAND', type: 'PURCHASE', amount: 500, transactionId, ...cause })
  await holdCredits(db, { userId, orderId, amount: 800 })
  await lapseAllCredits(db, { userId, reason: 'The account was closed' })
  expect(await sumsInAccount(db, userId)).toEqual({ ...sumsOf(0, 0), ON_DEMAND: { available: 0, held: 800 } })
  expect(await marksIn(db, userId)).toEqual({ [orderId]: { ON_DEMAND: 800 } })
  const [transactionId = ''] = packs
  expect(await takeBackCredits(db, { userId, transactionId, bucket: 'ON_DEMAND', ...cause })).toBe(0)
  await settleHold(db, { orderId, capture: 300, at: new Date(), ...cause })
  expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 0))
  expect(await marksIn(db, userId)).toEqual({})
  expect((await verifyLedger(db)).problems).toEqual([])
})
