import { account } from '@dooryard/contract/account'
import { billing } from '@dooryard/contract/billing'
import { afterAll, expect, test } from 'vitest'
import { appError } from '../../../platform/errors.ts'
import { type TestUser, testPassword } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import {
  billingOf,
  chargesOf,
  hasJob,
  leave,
  onDemandOf,
  packCredits,
  payer,
  providing,
  setTopUp,
  topUpsOf,
} from './auto-top-up.fixture.ts'
import { resumeTopUps } from './resume-top-ups.ts'
import { topUp } from './top-up.ts'

const portal = await testPortal()
afterAll(portal.close)
const services = billingOf(portal)

const close = ({ as }: TestUser) => as.call(account.close, { body: { password: testPassword } })

const unreachable = providing(portal, () => ({
  charge: async () => {
    throw appError('UNAVAILABLE', 'The payment provider cannot be reached.')
  },
}))

/** Somebody whose credits have run low while the provider could not be reached. */
async function waiting(): Promise<TestUser> {
  const owner = await payer(portal)
  await setTopUp(owner)
  await leave(portal, owner.id, 50)
  await expect(topUp(unreachable, owner.id)).rejects.toThrow('cannot be reached')
  return owner
}

test('switched off before the provider was reached, nothing is charged any more', async () => {
  const owner = await waiting()
  await setTopUp(owner, { enabled: false })
  await topUp(services, owner.id)
  expect([await chargesOf(portal, owner.id), await onDemandOf(portal, owner.id)]).toEqual([0, 50])
  const { autoTopUp } = (await owner.as.call(billing.info)).body
  expect(autoTopUp).toMatchObject({ enabled: false, spentThisMonth: { amount: 0 } })
  expect(autoTopUp).not.toHaveProperty('pausedReason')
  await resumeTopUps(services)
  await setTopUp(owner)
  await topUp(services, owner.id)
  expect([await chargesOf(portal, owner.id), await onDemandOf(portal, owner.id)]).toEqual([1, 50 + packCredits])
})

test('what was charged before it was switched off is given', async () => {
  const owner = await payer(portal)
  await setTopUp(owner)
  await leave(portal, owner.id, 50)
  const dying = providing(portal, (provider) => ({
    charge: async (purchase) => {
      await provider.charge(purchase)
      throw new Error('killed')
    },
  }))
  await expect(topUp(dying, owner.id)).rejects.toThrow('killed')
  await setTopUp(owner, { enabled: false })
  await topUp(services, owner.id)
  expect([await chargesOf(portal, owner.id), await onDemandOf(portal, owner.id)]).toEqual([1, 50 + packCredits])
})

test('an account is not closed while a pack is being bought for it, and is charged nothing once it is', async () => {
  const owner = await waiting()
  expect(await close(owner)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  await setTopUp(owner, { enabled: false })
  await topUp(services, owner.id)
  expect(await close(owner)).toMatchObject({ status: 204 })
  await topUp(services, owner.id)
  expect(await chargesOf(portal, owner.id)).toBe(0)
})

test('a charge for which there was no card at the provider is in the history as one that failed', async () => {
  const owner = await payer(portal)
  await setTopUp(owner)
  await leave(portal, owner.id, 50)
  const failure = 'There is no card on file.'
  const cardless = providing(portal, ({ now }) => ({
    // As Stripe's is answered for: there is no payment that could be asked about.
    charge: async ({ description: _, ...purchase }) => ({
      ...{ ...purchase, id: `none_${purchase.checkoutId}`, status: 'FAILED', failure, at: await now() },
    }),
  }))
  await topUp(cardless, owner.id)
  expect(await topUpsOf(portal, owner.id)).toMatchObject([{ status: 'FAILED', failure, invoiceNumber: null }])
  const { autoTopUp } = (await owner.as.call(billing.info)).body
  expect(autoTopUp).toMatchObject({ enabled: false, pausedReason: failure })
  await topUp(services, owner.id)
  expect([await hasJob(portal, owner.id), await chargesOf(portal, owner.id)]).toEqual([true, 0])
})
