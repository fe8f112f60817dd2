import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../../../test/portal.ts'
import { buyer, growth, paid, settling } from './settle.fixture.ts'
import { syncSubscription } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const given = settling(portal)
const { fake, services, db } = given

test('what an administrator types as a reason makes nothing owed, whatever it says', async () => {
  const who = await buyer(given)
  const { subscriptionId } = await paid(given, who, { plan: growth })
  await syncSubscription(services, subscriptionId)
  const typed = db.updateTable('paymentTransactions').set({ refundReason: 'The subscription had ended' })
  await typed.where('userId', '=', who.userId).execute()
  await syncSubscription(services, subscriptionId)
  expect(fake.calls).not.toContain('refund')
})
