import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { creditSettingEffects } from '@dooryard/contract/billing/admin/credit-setting-effect'
import { adminCreditSettings, type CreditSettingChange } from '@dooryard/contract/billing/credits'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaign, enterpriseUser, signInWithPassword, type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'

const day = 86_400_000

let portal: Portal
let admin: TestUser
let mail: string
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const { body } = await as.call(adminCreditSettings.list)
  // One credit per lead, and at least fifty leads.
  mail = body.find(({ key }) => key === 'MAIL_READY')?.id ?? ''
})
afterAll(() => portal.close())
// Each test starts when nothing from an earlier one counts any more.
beforeEach(async () => {
  portal.clock.advance(31 * day)
  await portal.db.updateTable('users').set({ isActive: false }).execute()
  await portal.db.updateTable('orders').set({ internalStatus: 'CANCELLED' }).execute()
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})

const previewEffect = async (change: CreditSettingChange, { as } = admin) =>
  (await as.call(creditSettingEffects.foresee, { params: { id: mail }, body: change })).body

type TestOwner = Awaited<ReturnType<typeof enterpriseUser>>

async function placeOrder({ as, campaign: { id } }: TestOwner, quantity: number): Promise<string> {
  const params = { campaignId: id }
  const { status, body } = await as.call(orders.place, { params, body: { orderName: 'Mailing', quantity } })
  if (status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(body)}`)
  return body.id
}

test('orders of the last 30 days are shown at their price and at the new one', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 10_000 })
  await placeOrder(owner, 60)
  await placeOrder(owner, 200)
  expect((await previewEffect({ creditRequired: 3 })).last30Days).toEqual({
    orders: 2,
    leads: 260,
    credits: 260,
    creditsOfFitting: 260,
    creditsThen: 780,
    tooSmallThen: 0,
  })
  // Orders that the setting would reject cost nothing, and their previous credits are not compared.
  expect((await previewEffect({ creditRequired: 3, minCampaignVolume: 61 })).last30Days).toMatchObject({
    credits: 260,
    creditsOfFitting: 200,
    creditsThen: 600,
    tooSmallThen: 1,
  })
  expect((await previewEffect({ minCampaignVolume: 60 })).last30Days).toMatchObject({
    creditsThen: 260,
    tooSmallThen: 0,
  })
})

test('an order of exactly 30 days ago counts, and an older one does not', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 10_000 })
  await placeOrder(owner, 60)
  portal.clock.advance(30 * day)
  const { as } = await signInWithPassword(portal, admin.email)
  const getCount = async () => (await previewEffect({}, { ...admin, as })).last30Days.orders
  const [id] = await portal.db.selectFrom('orders').select('id').where('userId', '=', owner.id).execute()
  const placedAt = (at: number) =>
    portal.db
      .updateTable('orders')
      .set({ createdAt: new Date(at) })
      .where('id', '=', id?.id ?? '')
      .execute()
  const start = portal.clock.now().getTime() - 30 * day
  await placedAt(start + 60_000)
  expect(await getCount()).toBe(1)
  await placedAt(start - 60_000)
  expect(await getCount()).toBe(0)
})

test('orders in progress keep their price, and are shown with their held credits', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 10_000 })
  await placeOrder(owner, 60)
  const failed = await placeOrder(owner, 70)
  const params = { id: failed }
  await admin.as.call(adminOrders.fail, { params, body: { reason: 'To try it' } })
  expect(await previewEffect({ creditRequired: 9 })).toMatchObject({
    underWay: { orders: 1, creditsHeld: 60 },
    last30Days: { orders: 2, leads: 130 },
  })
  // A retry is the same order again.
  await admin.as.call(adminOrders.retry, { params, body: { reason: 'To try it' } })
  expect(await previewEffect({ creditRequired: 9 })).toMatchObject({
    underWay: { orders: 2, creditsHeld: 130 },
    last30Days: { orders: 2, leads: 130 },
  })
})

test('active campaigns of the type are counted, of active users', async () => {
  const owner = await enterpriseUser(portal)
  const archived = await campaign(owner)
  await campaign(owner, { campaignType: 'CALL_READY' })
  expect((await previewEffect({})).activeCampaigns).toBe(2)
  await owner.as.call(campaigns.change, { params: { campaignId: archived.id }, body: { status: 'ARCHIVED' } })
  expect((await previewEffect({})).activeCampaigns).toBe(1)
  await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', owner.id).execute()
  expect((await previewEffect({})).activeCampaigns).toBe(0)
})

test('users with credits but too few for the smallest order are counted before and after', async () => {
  await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 49 })
  await user(portal, { role: 'ENTERPRISE_USER', onDemandCredits: 30, subscriptionCredits: 20 })
  await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 100 })
  // These roles never order, or have no credits anyway.
  await user(portal, { role: 'AFFILIATE_USER', onDemandCredits: 10 })
  await user(portal, { role: 'CONSUMER_USER' })
  const short = async (change: CreditSettingChange) => (await previewEffect(change)).cannotAfford
  expect(await short({})).toEqual({ now: 1, afterwards: 1 })
  expect(await short({ creditRequired: 2 })).toEqual({ now: 1, afterwards: 2 })
  expect(await short({ creditRequired: 2, minCampaignVolume: 51 })).toEqual({ now: 1, afterwards: 3 })
  // An order has at least one lead.
  expect(await short({ creditRequired: 50, minCampaignVolume: 0 })).toEqual({ now: 1, afterwards: 1 })
  expect(await short({ creditRequired: 0 })).toEqual({ now: 1, afterwards: 0 })
})

test('held credits cannot be spent', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 100 })
  expect((await previewEffect({})).cannotAfford.now).toBe(0)
  await placeOrder(owner, 60)
  expect((await previewEffect({})).cannotAfford.now).toBe(1)
  const credit = { userId: owner.id, bucket: 'SUBSCRIPTION' as const, amount: 10, reason: 'To try it' }
  await admin.as.call(adminBilling.adjustCredits, { body: credit })
  expect((await previewEffect({})).cannotAfford.now).toBe(0)
})

test('a deactivated type gets no more orders', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 100 })
  await placeOrder(owner, 60)
  const effect = await previewEffect({ isActive: false, creditRequired: 2, minCampaignVolume: 100 })
  expect(effect).toMatchObject({
    isOnOfferThen: false,
    underWay: { orders: 1, creditsHeld: 60 },
    last30Days: { credits: 60, creditsThen: 0, tooSmallThen: 1 },
    cannotAfford: { now: 1, afterwards: 1 },
  })
  expect(await previewEffect({})).toMatchObject({ isOnOfferThen: true, last30Days: { creditsThen: 60 } })
})

test('it changes nothing, and an unknown setting is not found', async () => {
  const listNames = async () => (await admin.as.call(adminCreditSettings.list)).body
  const before = await listNames()
  await previewEffect({ creditRequired: 99, name: 'Dear', isActive: false })
  expect(await listNames()).toEqual(before)
  const call = { params: { id: '4711' }, body: {} }
  expect(await admin.as.call(creditSettingEffects.foresee, call)).toMatchObject({ status: 404 })
  const wrong = { params: { id: mail }, body: { creditRequired: -1 } }
  expect(await admin.as.call(creditSettingEffects.foresee, wrong)).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'creditRequired', message: 'Credit required must be 0 or greater' }] },
  })
})
