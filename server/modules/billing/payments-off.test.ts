import { account } from '@dooryard/contract/account'
import { billing } from '@dooryard/contract/billing'
import { afterAll, expect, test } from 'vitest'
import { testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { infoOf, scale, smallPack } from './buying.fixture.ts'
import { expireCheckouts } from './settle/settle-checkout.ts'

const portal = await testPortal({ provider: null })
afterAll(portal.close)

test('where nobody takes money everything but buying works', async () => {
  const buyer = await user(portal, { onDemandCredits: 30 })
  const info = await infoOf(buyer)
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
  await expireCheckouts({ ...portal.services, ...portal.billing })
  expect(await buyer.as.call(account.close, { body: { password: testPassword } })).toMatchObject({ status: 204 })
})
