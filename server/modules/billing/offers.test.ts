import { billing } from '@dooryard/contract/billing'
import { adminOffers } from '@dooryard/contract/plans'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'

const portal = await testPortal()
afterAll(portal.close)
const admin = await user(portal, { role: 'SUPER_ADMIN' })
const buyer = await user(portal, { role: 'CONSUMER_USER' })

const auditOf = (id: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .where('objectId', '=', id)
    .orderBy('id')
    .execute()
const namesOf = (offers: readonly { name: string }[]) => offers.map(({ name }) => name)
const offeredTo = async ({ as }: typeof buyer) => (await as.call(billing.info)).body

test('a plan is put on offer, changed and taken off, each with an entry in the audit log', async () => {
  const draft = { name: 'Solo', monthlyCredits: 300, price: 1900 }
  const { status, body: made } = await admin.as.call(adminOffers.createPlan, { body: draft })
  expect({ status, made }).toMatchObject({
    status: 201,
    made: {
      name: 'Solo',
      monthlyCredits: 300,
      price: { amount: 1900, currency: 'USD' },
      isActive: true,
      subscribers: 0,
    },
  })
  expect(namesOf((await offeredTo(buyer)).plans)).toEqual(['Solo', 'Starter', 'Growth', 'Scale'])

  const params = { id: made.id }
  const change = { name: 'Solo', price: 2100, isActive: false }
  const { body: changed } = await admin.as.call(adminOffers.changePlan, { params, body: change })
  expect(changed).toMatchObject({ price: { amount: 2100 }, isActive: false, monthlyCredits: 300 })
  expect(namesOf((await offeredTo(buyer)).plans)).toEqual(['Starter', 'Growth', 'Scale'])
  const { body: all } = await admin.as.call(adminOffers.listPlans)
  expect(namesOf(all)).toEqual(['Starter', 'Growth', 'Scale', 'Solo'])

  // Nothing of it is new.
  expect(await admin.as.call(adminOffers.changePlan, { params, body: change })).toMatchObject({ status: 200 })
  expect(await auditOf(made.id)).toEqual([
    { action: 'plan.created', before: null, after: { ...draft, isActive: true } },
    { action: 'plan.changed', before: { price: 1900, isActive: true }, after: { price: 2100, isActive: false } },
  ])
})

test('packs are listed the smallest first, those taken off last, and only those on offer are sold', async () => {
  const draft = { name: '900 credits', credits: 900, price: 6000 }
  const { body: made } = await admin.as.call(adminOffers.createPack, { body: draft })
  const listed = async () => namesOf((await admin.as.call(adminOffers.listPacks)).body)
  expect(await listed()).toEqual(['500 credits', '900 credits', '2,000 credits', '10,000 credits'])
  await admin.as.call(adminOffers.changePack, { params: { id: made.id }, body: { isActive: false } })
  expect(await listed()).toEqual(['500 credits', '2,000 credits', '10,000 credits', '900 credits'])
  expect(namesOf((await offeredTo(buyer)).packs)).toEqual(['500 credits', '2,000 credits', '10,000 credits'])
  expect(await auditOf(made.id)).toMatchObject([
    { action: 'pack.created', after: draft },
    { action: 'pack.changed', before: { isActive: true }, after: { isActive: false } },
  ])
  for (const call of [billing.price, billing.checkout])
    expect(await buyer.as.call(call, { body: { packId: made.id } })).toMatchObject({ status: 404 })
})

test('an offer that never was is not found, and only administrators edit offers', async () => {
  const params = { id: '00000000-0000-7000-8000-0000000009ff' }
  expect(await admin.as.call(adminOffers.changePlan, { params, body: { price: 900 } })).toMatchObject({ status: 404 })
  expect(await admin.as.call(adminOffers.changePack, { params, body: { price: 900 } })).toMatchObject({ status: 404 })
  expect(await buyer.as.call(adminOffers.listPlans)).toMatchObject({ status: 403 })
})
