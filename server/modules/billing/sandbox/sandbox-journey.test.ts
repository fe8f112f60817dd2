import { billing } from '@dooryard/contract/billing'
import { afterAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { advance, cardThat, payWith } from './pay.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const growth = { planId: '00000000-0000-7000-8000-000000000102' }

const infoOf = async ({ as }: TestUser) => (await as.call(billing.info)).body
const historyOf = async ({ as }: TestUser) => {
  const { body } = await as.call(billing.transactions, { body: {} })
  return body.items.map(({ status, amount, creditsGranted }) => [status, amount, creditsGranted])
}

async function subscriber(does: Parameters<typeof cardThat>[0]): Promise<TestUser> {
  const somebody = await user(portal)
  const { status, body } = await somebody.as.call(billing.checkout, { body: growth })
  expect(status).toBe(201)
  expect((await payWith(portal, body.url, cardThat(does))).body.returnUrl).toMatch(/^\/portal\/settings\/billing/)
  await expect.poll(async () => (await infoOf(somebody)).subscription?.status).toBe('ACTIVE')
  return somebody
}

test('whoever subscribes is renewed as time goes by, and sees each month in the history', async () => {
  const somebody = await subscriber('SUCCEEDS')
  expect(await infoOf(somebody)).toMatchObject({ plan: { name: 'Growth' }, balance: { subscriptionCredits: 4000 } })
  await advance(portal, 93)
  const paid = ['PAID', 14_900, 4000]
  await expect.poll(() => historyOf(somebody)).toEqual([paid, paid, paid, paid])
  // One month's worth is kept over each renewal, so two months' is the most there can be.
  expect((await infoOf(somebody)).balance.subscriptionCredits).toBe(8000)
})

test('whoever cannot pay a month is past due, and active again with another card', async () => {
  const somebody = await subscriber('FAILS_AT_RENEWAL')
  await advance(portal, 31)
  await expect.poll(async () => (await infoOf(somebody)).subscription?.status).toBe('PAST_DUE')
  const { status, body } = await somebody.as.call(billing.updatePaymentMethod)
  expect(status).toBe(201)
  await payWith(portal, body.url)
  await expect.poll(async () => (await infoOf(somebody)).subscription?.status).toBe('ACTIVE')
  expect(await infoOf(somebody)).toMatchObject({
    paymentMethod: { last4: '4242' },
    balance: { subscriptionCredits: 8000 },
  })
  expect(await historyOf(somebody)).toEqual([
    ['PAID', 14_900, 4000],
    ['PAID', 14_900, 4000],
  ])
})
