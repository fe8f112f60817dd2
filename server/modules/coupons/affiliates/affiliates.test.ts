import { dayMs } from '@dooryard/contract/api/time'
import { adminAffiliates, type CommissionTerms, commissions } from '@dooryard/contract/billing/affiliates'
import { coupons } from '@dooryard/contract/billing/coupons'
import { afterAll, describe, expect, test } from 'vitest'
import { signInWithPassword, type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { buy, listUserPayments, refundAs, refundPartAs, smallPack } from '../../billing/checkout/purchases.fixture.ts'
import { selectPayments } from '../../billing/index.ts'
import { createCouponAs } from '../coupons.fixture.ts'
import { createAffiliateAs, setTermsAs } from './affiliates.fixture.ts'
import { recordCommissions } from './record-commissions.ts'

const portal = await testPortal()
afterAll(portal.close)

const admin = await user(portal, { role: 'SUPER_ADMIN' })
const record = () => recordCommissions({ ...portal.services, selectPayments })

const createAffiliate = (terms?: CommissionTerms | null) => createAffiliateAs(portal, admin, terms)

/** Buys the small pack: 35.00, or 28.00 with the coupon. */
const buyPack = (buyer: TestUser, couponCode?: string) =>
  buy(portal, buyer, { packId: smallPack, ...(couponCode && { couponCode }) })

const refundNewest = async (buyer: TestUser) => {
  const payments = await listUserPayments(portal, buyer.id)
  await refundAs(admin, payments.at(-1)?.id ?? '')
}

async function getTotals(owner: TestUser) {
  await record()
  return (await owner.as.call(commissions.summary)).body.totals
}

const listTypes = async (owner: TestUser) =>
  (await owner.as.call(commissions.entries, { query: { limit: 100 } })).body.items.map(({ type, amount }) => [
    type,
    amount,
  ])

const pay = (userId: string, amount: number) =>
  admin.as.call(adminAffiliates.pay, {
    params: { userId },
    body: { amount, paidOn: portal.clock.now().toISOString().slice(0, 10), reference: 'ACH 1' },
  })

/** Moves the clock past the holding time; sessions end meanwhile, so the users sign in again. */
async function passHoldingTime(...users: TestUser[]) {
  portal.clock.advance(31 * dayMs)
  for (const one of [admin, ...users]) one.as = (await signInWithPassword(portal, one.email)).as
}

test('a customer earns commission from the first coupon on, also without it, and not before the terms', async () => {
  const { owner, code } = await createAffiliate(null)
  const buyer = await user(portal)
  await buyPack(buyer, code)
  expect(await getTotals(owner)).toEqual({ earned: 0, pending: 0, payable: 0, paid: 0 })
  portal.clock.advance(1000)
  await setTermsAs(admin, owner, { percent: 10, months: 12 })
  await buyPack(buyer)
  await record()
  await buyPack(buyer, code)
  expect(await getTotals(owner)).toEqual({ earned: 630, pending: 630, payable: 0, paid: 0 })
  const { items } = (await owner.as.call(commissions.entries)).body
  expect(items).toMatchObject([
    { type: 'EARNED', amount: 280, paid: 2800, percent: 10, couponCode: code },
    { type: 'EARNED', amount: 350, paid: 3500, percent: 10, couponCode: code },
  ])
  expect(JSON.stringify(items)).not.toContain(buyer.id)
  const { months } = (await owner.as.call(commissions.summary)).body
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toMatchObject({ customers: 1, earned: 630 })
})

test('the first affiliate keeps a customer, and nobody earns from their own purchase', async () => {
  const [first, second] = [await createAffiliate(), await createAffiliate()]
  const buyer = await user(portal)
  await buyPack(buyer, first.code)
  portal.clock.advance(1000)
  await buyPack(buyer, second.code)
  expect((await getTotals(first.owner)).earned).toBe(560)
  expect((await getTotals(second.owner)).earned).toBe(0)
  const { body } = await admin.as.call(adminAffiliates.get, { params: first.params })
  expect(body).toMatchObject({ customers: 1, coupons: 1, terms: { percent: 10, months: 12 } })
})

test('a coupon that is given to another affiliate later moves no customer, and pays for no earlier payment', async () => {
  const [first, second] = [await createAffiliate(), await createAffiliate()]
  const house = await createCouponAs(admin, { perUserLimit: 5 })
  const [buyer, other] = [await user(portal), await user(portal)]
  await buyPack(buyer, first.code)
  await buyPack(other, house.code)
  const { items } = (await admin.as.call(coupons.list, { query: { search: first.code } })).body
  for (const id of [items[0]?.id ?? '', house.id])
    await admin.as.call(coupons.change, { params: { id }, body: { affiliateUserId: second.owner.id } })
  expect((await getTotals(second.owner)).earned).toBe(0)
  portal.clock.advance(1000)
  await buyPack(buyer)
  expect((await getTotals(first.owner)).earned).toBe(630)
  await buyPack(other, house.code)
  expect((await getTotals(second.owner)).earned).toBe(280)
})

test('a refund reverses the commission once', async () => {
  const { owner, code } = await createAffiliate({ percent: 12.5, months: null })
  const buyer = await user(portal)
  await buyPack(buyer, code)
  expect((await getTotals(owner)).earned).toBe(350)
  await refundNewest(buyer)
  await Promise.all([record(), record()])
  expect(await getTotals(owner)).toEqual({ earned: 0, pending: 0, payable: 0, paid: 0 })
  expect(await listTypes(owner)).toEqual([
    ['REVERSED', -350],
    ['EARNED', 350],
  ])
})

test('partial refunds reverse their share of the commission once each, and together with the rest all of it', async () => {
  const { owner, code } = await createAffiliate({ percent: 12.5, months: null })
  const buyer = await user(portal)
  await buyPack(buyer, code)
  const [payment] = await listUserPayments(portal, buyer.id)
  const id = payment?.id ?? ''
  expect((await getTotals(owner)).earned).toBe(350)
  await refundPartAs(admin, id, 999)
  await Promise.all([record(), record()])
  // 12.5% of the 18.01 that are left, rounded down to the cent.
  expect(await getTotals(owner)).toEqual({ earned: 225, pending: 225, payable: 0, paid: 0 })
  await refundPartAs(admin, id, 1)
  expect((await getTotals(owner)).earned).toBe(225)
  await refundAs(admin, id)
  expect(await getTotals(owner)).toEqual({ earned: 0, pending: 0, payable: 0, paid: 0 })
  expect(await listTypes(owner)).toEqual([
    ['REVERSED', -225],
    ['REVERSED', -125],
    ['EARNED', 350],
  ])
})

describe('a payout', () => {
  test('is refused before the holding time and above what is payable, and can be reversed once', async () => {
    const { owner, code, params } = await createAffiliate()
    const buyer = await user(portal)
    await buyPack(buyer, code)
    expect(await pay(owner.id, 280)).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'amount', message: 'Only $0.00 is payable' }] },
    })
    await passHoldingTime(owner, buyer)
    expect(await pay(owner.id, 281)).toMatchObject({ status: 422 })
    const replies = await Promise.all([pay(owner.id, 280), pay(owner.id, 280)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await getTotals(owner)).toEqual({ earned: 280, pending: 0, payable: 0, paid: 280 })

    // A refund after the payout stays owed.
    await refundNewest(buyer)
    expect(await getTotals(owner)).toEqual({ earned: 0, pending: 0, payable: -280, paid: 280 })

    const [payout] = (await admin.as.call(adminAffiliates.entries, { params })).body.items.filter(
      ({ type }) => type === 'PAYOUT',
    )
    const reverse = () =>
      admin.as.call(adminAffiliates.reversePayout, {
        params: { ...params, entryId: payout?.id ?? '' },
        body: { reason: 'The transfer came back' },
      })
    expect((await reverse()).body).toMatchObject({ totals: { payable: 0, paid: 0 } })
    expect(await reverse()).toMatchObject({ status: 409 })
  })

  test('in the future is refused', async () => {
    const { owner } = await createAffiliate()
    const body = { amount: 1, paidOn: '2999-01-01', reference: 'ACH 2' }
    expect(await admin.as.call(adminAffiliates.pay, { params: { userId: owner.id }, body })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'paidOn' }] },
    })
  })
})

test('affiliates read their own commissions and nothing else', async () => {
  const { owner, code } = await createAffiliate()
  const other = await createAffiliate()
  await buyPack(await user(portal), code)
  await record()
  expect((await other.owner.as.call(commissions.entries)).body.totalCount).toBe(0)
  expect((await owner.as.call(commissions.entries)).body.totalCount).toBe(1)
  const refused = await owner.as.call(adminAffiliates.entries, { params: other.params })
  expect(refused.status).toBe(403)
  const csv = (await owner.as.call(commissions.export)).body
  expect(csv).toContain('EARNED,2.80,USD,28.00,10,')
})
