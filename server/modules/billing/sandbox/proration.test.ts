import { afterAll } from 'vitest'
import { testPortal } from '../../../test/portal.ts'
import { creditsWhatWasPaid } from '../proration-contract.fixture.ts'
import { payWith } from './pay.fixture.ts'
import { checkoutOf, customerOf, growth, providerIn, scale, starter } from './sandbox.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

creditsWhatWasPaid({ first: starter, larger: growth, largest: scale }, async (plan, discount) => {
  const customerId = await customerOf(portal)
  const { id, url } = await checkoutOf(portal, customerId, { kind: 'SUBSCRIPTION', plan }, { discount })
  await payWith(portal, url)
  const { subscriptionId = '' } = await providerIn(portal).checkout(id)
  return { provider: providerIn(portal), subscriptionId }
})
