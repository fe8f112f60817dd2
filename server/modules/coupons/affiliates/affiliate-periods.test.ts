import type { Role } from '@dooryard/contract/api/roles'
import { adminAffiliates } from '@dooryard/contract/billing/affiliates'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { afterAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { buy, smallPack } from '../../billing/checkout/purchases.fixture.ts'
import { selectPayments } from '../../billing/index.ts'
import { createAffiliateAs } from './affiliates.fixture.ts'
import { recordCommissions } from './record-commissions.ts'

// Its clock is never moved: changes of roles by hand are dated by the database's.
const portal = await testPortal()
afterAll(portal.close)

const admin = await user(portal, { role: 'SUPER_ADMIN' })
const createAffiliate = () => createAffiliateAs(portal, admin)

/** Buys the small pack: 35.00, or 28.00 with the coupon. */
const buyPack = (buyer: TestUser, couponCode?: string) =>
  buy(portal, buyer, { packId: smallPack, ...(couponCode && { couponCode }) })

async function getEarned({ id }: TestUser) {
  await recordCommissions({ ...portal.services, selectPayments })
  return (await admin.as.call(adminAffiliates.get, { params: { userId: id } })).body.totals.earned
}

test('a user who is no longer an affiliate earns nothing more, and keeps what was earned', async () => {
  const { owner, code } = await createAffiliate()
  const buyer = await user(portal)
  await buyPack(buyer, code)
  expect(await getEarned(owner)).toBe(280)
  await portal.db.updateTable('users').set({ role: 'CONSUMER_USER' }).where('id', '=', owner.id).execute()
  await buyPack(buyer)
  expect(await getEarned(owner)).toBe(280)
})

test('a user who is an affiliate again earns on what is paid from then on, and not on what was paid between', async () => {
  const { owner, code } = await createAffiliate()
  const buyer = await user(portal)
  const setRole = (role: Role) =>
    admin.as.call(adminUsers.change, { params: { id: owner.id }, body: { role, reason: 'Agreed by phone' } })
  await buyPack(buyer, code)
  // Not recorded yet, and earned all the same.
  await setRole('CONSUMER_USER')
  await buyPack(buyer)
  expect(await getEarned(owner)).toBe(280)
  await setRole('AFFILIATE_USER')
  expect(await getEarned(owner)).toBe(280)
  await buyPack(buyer)
  expect(await getEarned(owner)).toBe(630)
})

test('a role that is changed in the database by hand counts from that moment, not from the last change of the profile', async () => {
  const { owner, code } = await createAffiliate()
  const buyer = await user(portal)
  const setRole = (role: Role) => portal.db.updateTable('users').set({ role }).where('id', '=', owner.id).execute()
  await buyPack(buyer, code)
  await setRole('CONSUMER_USER')
  await buyPack(buyer)
  await setRole('AFFILIATE_USER')
  expect(await getEarned(owner)).toBe(280)
  await buyPack(buyer)
  expect(await getEarned(owner)).toBe(630)
})

test('a payment in another currency than the portal sells in earns nothing', async () => {
  const { owner, code } = await createAffiliate()
  const buyer = await user(portal)
  await buyPack(buyer, code)
  await portal.db.updateTable('paymentTransactions').set({ currency: 'EUR' }).where('userId', '=', buyer.id).execute()
  expect(await getEarned(owner)).toBe(0)
  await buyPack(buyer)
  expect(await getEarned(owner)).toBe(350)
})

test('affiliates are found by any part of their name, email or company', async () => {
  const { owner } = await createAffiliate()
  const companyName = `Vale ${owner.id.slice(-6)} Partners`
  await portal.db.updateTable('users').set({ companyName }).where('id', '=', owner.id).execute()
  for (const search of [companyName.slice(2, 14).toUpperCase(), owner.email.slice(1)]) {
    const { body } = await admin.as.call(adminAffiliates.list, { query: { search } })
    expect(body.items.map(({ userId }) => userId)).toEqual([owner.id])
  }
  expect((await admin.as.call(adminAffiliates.list, { query: { search: '100%' } })).body.items).toEqual([])
})
