import { account } from '@dooryard/contract/identity/account'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { clawBackCredits } from '../grants/claw-back-credits.ts'
import { grantCredits } from '../grants/grant-credits.ts'
import { createTestPayment } from '../grants/payment.fixture.ts'
import { expireAllCredits } from '../grants/subscription-credits.ts'
import { getAccountSums, getPendingByOrder, listLedgerEntries, toSums, verifyLedger } from '../ledger/ledger.fixture.ts'
import { captureHold, holdCredits } from './holds.ts'

const portal = await testPortal()
afterAll(portal.close)

test('closing an account expires all its credits with the reason', async () => {
  const { id, as } = await user(portal, { subscriptionCredits: 70, onDemandCredits: 30 })
  expect(await as.call(account.close, { body: { password: testPassword } })).toMatchObject({ status: 204 })
  expect(await getAccountSums(portal.db, id)).toEqual(toSums(0, 0))
  const entry = { type: 'EXPIRE', actor: id, reason: 'The account was closed' }
  expect((await listLedgerEntries(portal.db, id)).slice(-2)).toMatchObject([
    { ...entry, bucket: 'SUBSCRIPTION', amount: -70 },
    { ...entry, bucket: 'ON_DEMAND', amount: -30 },
  ])
  expect((await verifyLedger(portal.db)).problems).toEqual([])
})

test('credits held when an account closes expire on release, and a refund does not take them again', async () => {
  const { db } = portal
  const { id: userId } = await user(portal)
  const cause = { reason: 'test', actor: 'test' }
  const orderId = newId()
  const packs = [
    await createTestPayment(db, { userId, credits: 500 }),
    await createTestPayment(db, { userId, credits: 500 }),
  ]
  for (const transactionId of packs)
    await grantCredits(db, { userId, bucket: 'ON_DEMAND', type: 'PURCHASE', amount: 500, transactionId, ...cause })
  await holdCredits(db, { userId, orderId, amount: 800 })
  await expireAllCredits(db, { userId, reason: 'The account was closed' })
  expect(await getAccountSums(db, userId)).toEqual({ ...toSums(0, 0), ON_DEMAND: { available: 0, held: 800 } })
  expect(await getPendingByOrder(db, userId)).toEqual({ [orderId]: { ON_DEMAND: 800 } })
  const [transactionId = ''] = packs
  expect(await clawBackCredits(db, { userId, transactionId, bucket: 'ON_DEMAND', ...cause })).toBe(0)
  await captureHold(db, { orderId, capture: 300, at: new Date(), ...cause })
  expect(await getAccountSums(db, userId)).toEqual(toSums(0, 0))
  expect(await getPendingByOrder(db, userId)).toEqual({})
  expect((await verifyLedger(db)).problems).toEqual([])
})
