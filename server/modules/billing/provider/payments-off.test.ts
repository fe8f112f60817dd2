import { billing } from '@dooryard/contract/billing/billing'
import { account } from '@dooryard/contract/identity/account'
import { afterAll, expect, test } from 'vitest'
import { testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { getInfo, scale, smallPack } from '../checkout/purchases.fixture.ts'
import { expireOverdueCheckouts } from '../sync/complete-checkout.ts'

const portal = await testPortal({ provider: null })
afterAll(portal.close)

test('everything except buying works if payments are off', async () => {
  const buyer = await user(portal, { onDemandCredits: 30 })
  const info = await getInfo(buyer)
  expect(info).toMatchObject({ payments: 'OFF', balance: { onDemandCredits: 30 }, autoTopUp: { enabled: false } })
  expect(info.plans.map(({ name }) => name)).toEqual(['Starter', 'Growth', 'Scale'])
  expect(await buyer.as.call(billing.price, { body: { packId: smallPack } })).toMatchObject({ status: 200 })
  for (const refused of [
    await buyer.as.call(billing.checkout, { body: { packId: smallPack } }),
    await buyer.as.call(billing.updatePaymentMethod),
  ])
    expect(refused).toMatchObject({ status: 503, body: { message: 'Payments are not set up on this portal.' } })
  expect(await buyer.as.call(billing.quote, { body: { planId: scale } })).toMatchObject({ status: 409 })
  expect(await portal.db.selectFrom('checkouts').select('id').execute()).toEqual([])
  await expireOverdueCheckouts({ ...portal.services, ...portal.billing })
  expect(await buyer.as.call(account.close, { body: { password: testPassword } })).toMatchObject({ status: 204 })
})
