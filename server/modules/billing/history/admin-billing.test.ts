import { auditLog } from '@dooryard/contract/admin/audit-log'
import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { billing } from '@dooryard/contract/billing/billing'
import { adminCatalog } from '@dooryard/contract/billing/plans'
import { afterAll, describe, expect, test } from 'vitest'
import { extractTexts } from '../../../platform/files/pdf/pdf-text.fixture.ts'
import { newId } from '../../../platform/util/ids.ts'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import {
  buyPack,
  countCharges,
  createPayer,
  getBillingServices,
  hasJob,
  setOnDemandBalance,
  setTopUp,
} from '../auto-top-up/auto-top-up.fixture.ts'
import { topUp } from '../auto-top-up/top-up.ts'
import { refundAs } from '../checkout/purchases.fixture.ts'
import { payWith } from '../provider/sandbox/pay.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)
const admin = await user(portal, { role: 'SUPER_ADMIN' })

const reason = 'Bought twice by mistake'
const refund = (transactionId: string) => refundAs(admin, transactionId, reason)
const listAuditEntries = async (object: string) =>
  (await admin.as.call(auditLog.list, { query: { action: 'payment.refunded', object } })).body.items
const getNewestTransaction = async ({ as }: Pick<TestUser, 'as'>) =>
  (await as.call(billing.transactions, { query: {}, body: {} })).body.items[0]
const getNewestTransactionId = async (owner: Pick<TestUser, 'as'>) =>
  (await getNewestTransaction(owner))?.transactionId ?? ''
const getOnDemandCredits = async ({ as }: Pick<TestUser, 'as'>) =>
  (await as.call(billing.info)).body.balance.onDemandCredits

async function createSubscriber(): Promise<TestUser> {
  const owner = await user(portal)
  const planId = '00000000-0000-7000-8000-000000000101'
  const { body } = await owner.as.call(billing.checkout, { body: { planId } })
  await payWith(portal, body.url)
  await owner.as.call(billing.checkoutState, { params: { sessionId: body.sessionId } })
  return owner
}

test('an administrator adjusts credits with a reason, and sees the email of each actor', async () => {
  await user(portal, { onDemandCredits: 1 })
  const owner = await user(portal, { onDemandCredits: 20 })
  const adjustment = { userId: owner.id, bucket: 'ON_DEMAND', amount: -5, reason: 'Given by mistake' } as const
  const { body } = await admin.as.call(adminBilling.adjustCredits, { body: adjustment })
  expect(body.onDemandCredits).toBe(15)
  const page = await admin.as.call(adminBilling.creditTransactions, { query: { userId: owner.id } })
  expect(page.body.items).toMatchObject([
    { type: 'ADJUST', amount: -5, actor: admin.email, userEmail: owner.email, reason: 'Given by mistake' },
    { type: 'GRANT', actor: 'Dooryard', userId: owner.id },
  ])
  const allUsers = await admin.as.call(adminBilling.creditTransactions, { query: { limit: 1 } })
  expect(allUsers.body.items[0]).toMatchObject({ userId: owner.id, type: 'ADJUST' })
  expect(allUsers.body.totalCount).toBeGreaterThan(page.body.totalCount)
})

test("a user's subscriptions and payments are shown with the balance", async () => {
  const owner = await createSubscriber()
  const params = { userId: owner.id }
  const { body } = await admin.as.call(adminBilling.userSubscriptions, { params })
  expect(body).toMatchObject({
    user: { id: owner.id, email: owner.email },
    balance: { subscriptionCredits: 1000 },
    subscriptions: [{ planName: 'Starter', status: 'ACTIVE', creditsPerPeriod: 1000 }],
  })
  const payments = await admin.as.call(adminBilling.userTransactions, { params })
  expect(payments.body.items).toEqual((await owner.as.call(billing.transactions, { query: {}, body: {} })).body.items)
  expect(payments.body.items).toMatchObject([{ kind: 'SUBSCRIPTION', amount: 4900, status: 'PAID' }])
  const unknown = await admin.as.call(adminBilling.userSubscriptions, { params: { userId: newId() } })
  expect(unknown.status).toBe(404)
})

test('a refund pays back in full, claws back the remaining credits and is audited', async () => {
  const owner = await createPayer(portal)
  await setOnDemandBalance(portal, owner.id, 200)
  const id = await getNewestTransactionId(owner)
  const { status, body } = await refund(id)
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'REFUNDED', transactionId: id } })
  expect(body.refundedAt).toBeDefined()
  expect(await getOnDemandCredits(owner)).toBe(0)
  expect(await listAuditEntries(id)).toMatchObject([
    { actor: { id: admin.id }, reason, after: { amount: 3500, user: owner.id } },
  ])
  const path = billing.invoice.path.replace('{transactionId}', id)
  const pdf = await fetch(portal.url + path, { headers: { authorization: `Bearer ${owner.as.token}` } })
  const texts = extractTexts(Buffer.from(await pdf.arrayBuffer())).texts
  expect(texts.map(({ text }) => text).join('\n')).toContain('Refunded on ')
})

test('a payment is refunded once, however many requests there are', async () => {
  const owner = await createPayer(portal)
  const first = await getNewestTransactionId(owner)
  await buyPack(portal, owner, 'SUCCEEDS')
  const replies = await Promise.all(Array.from({ length: 5 }, () => refund(first)))
  expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(replies.some(({ status }) => status === 200)).toBe(true)
  expect(await getOnDemandCredits(owner)).toBe(500)
  expect(await refund(first)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect(await listAuditEntries(first)).toHaveLength(1)
})

test('a refund never leads to another charge: it disables automatic top-up', async () => {
  const owner = await createPayer(portal)
  await setTopUp(owner)
  expect((await refund(await getNewestTransactionId(owner))).status).toBe(200)
  expect(await getOnDemandCredits(owner)).toBe(0)
  expect(await hasJob(portal, owner.id)).toBe(false)
  await topUp(getBillingServices(portal), owner.id)
  expect(await countCharges(portal, owner.id)).toBe(0)
  const { autoTopUp } = (await owner.as.call(billing.info)).body
  expect(autoTopUp).toMatchObject({ enabled: false, pausedReason: 'A payment was refunded.' })
})

test("a subscription continues when its payment is refunded, and its credits don't", async () => {
  const owner = await createSubscriber()
  expect((await refund(await getNewestTransactionId(owner))).body).toMatchObject({
    status: 'REFUNDED',
    kind: 'SUBSCRIPTION',
  })
  const { body } = await owner.as.call(billing.info)
  expect(body.subscription?.status).toBe('ACTIVE')
  expect(body.balance.subscriptionCredits).toBe(0)
})

test('a failed, free or unknown payment cannot be refunded', async () => {
  const owner = await createPayer(portal, 'FAILS_AT_RENEWAL')
  await setTopUp(owner)
  await setOnDemandBalance(portal, owner.id, 0)
  await topUp(getBillingServices(portal), owner.id)
  expect((await getNewestTransaction(owner))?.status).toBe('FAILED')
  expect((await refund(await getNewestTransactionId(owner))).status).toBe(409)
  const other = await createPayer(portal)
  const id = await getNewestTransactionId(other)
  await portal.db.updateTable('paymentTransactions').set({ amount: 0 }).where('id', '=', id).execute()
  expect((await refund(id)).status).toBe(409)
  const params = { transactionId: newId() }
  const body = { reason, creditsLeft: { available: 0, held: 0 } }
  expect((await admin.as.call(adminBilling.refundPreview, { params })).status).toBe(404)
  expect((await admin.as.call(adminBilling.refund, { params, body })).status).toBe(404)
  expect(await listAuditEntries(id)).toEqual([])
})

test('a closed account is named alike as owner of credits and as actor', async () => {
  const [reader, gone] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal, { role: 'SUPER_ADMIN' })]
  const owner = await user(portal)
  const adjustment = { userId: owner.id, bucket: 'ON_DEMAND', amount: 5, reason: 'Given by mistake' } as const
  expect((await gone.as.call(adminBilling.adjustCredits, { body: adjustment })).status).toBe(200)
  const ids = [gone.id, owner.id]
  await portal.db.updateTable('users').set({ closedAt: new Date() }).where('id', 'in', ids).execute()
  const { body } = await reader.as.call(adminBilling.creditTransactions, { query: { userId: owner.id } })
  const [closed, count] = ['A closed account', 1]
  expect(body).toMatchObject({ totalCount: count, items: [{ userId: owner.id, userEmail: closed, actor: closed }] })
})

describe('plans and packs', () => {
  const consumer = () => user(portal, { role: 'CONSUMER_USER' })

  const listAuditEntries = (id: string) =>
    portal.db
      .selectFrom('auditLog')
      .select(['action', 'before', 'after'])
      .where('objectId', '=', id)
      .orderBy('id')
      .execute()
  const getColumnNames = (offers: readonly { name: string }[]) => offers.map(({ name }) => name)
  const offeredTo = async ({ as }: TestUser) => (await as.call(billing.info)).body

  test('a plan is added, changed and deactivated, each with an audit entry', async () => {
    const buyer = await consumer()
    const draft = { name: 'Solo', monthlyCredits: 300, price: 1900 }
    const { status, body: made } = await admin.as.call(adminCatalog.createPlan, { body: draft })
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
    expect(getColumnNames((await offeredTo(buyer)).plans)).toEqual(['Solo', 'Starter', 'Growth', 'Scale'])

    const params = { id: made.id }
    const change = { name: 'Solo', price: 2100, isActive: false }
    const { body: changed } = await admin.as.call(adminCatalog.changePlan, { params, body: change })
    expect(changed).toMatchObject({ price: { amount: 2100 }, isActive: false, monthlyCredits: 300 })
    expect(getColumnNames((await offeredTo(buyer)).plans)).toEqual(['Starter', 'Growth', 'Scale'])
    const { body: all } = await admin.as.call(adminCatalog.listPlans)
    expect(getColumnNames(all)).toEqual(['Starter', 'Growth', 'Scale', 'Solo'])

    // Nothing in it changes.
    expect(await admin.as.call(adminCatalog.changePlan, { params, body: change })).toMatchObject({ status: 200 })
    expect(await listAuditEntries(made.id)).toEqual([
      { action: 'plan.created', before: null, after: { ...draft, annualPrice: null, isActive: true } },
      { action: 'plan.changed', before: { price: 1900, isActive: true }, after: { price: 2100, isActive: false } },
    ])
  })

  test('packs are listed by size with inactive ones last, and only active ones are sold', async () => {
    const buyer = await consumer()
    const draft = { name: '900 credits', credits: 900, price: 6000 }
    const { body: made } = await admin.as.call(adminCatalog.createPack, { body: draft })
    const listed = async () => getColumnNames((await admin.as.call(adminCatalog.listPacks)).body)
    expect(await listed()).toEqual(['500 credits', '900 credits', '2,000 credits', '10,000 credits'])
    await admin.as.call(adminCatalog.changePack, { params: { id: made.id }, body: { isActive: false } })
    expect(await listed()).toEqual(['500 credits', '2,000 credits', '10,000 credits', '900 credits'])
    expect(getColumnNames((await offeredTo(buyer)).packs)).toEqual(['500 credits', '2,000 credits', '10,000 credits'])
    expect(await listAuditEntries(made.id)).toMatchObject([
      { action: 'pack.created', after: draft },
      { action: 'pack.changed', before: { isActive: true }, after: { isActive: false } },
    ])
    for (const call of [billing.price, billing.checkout])
      expect(await buyer.as.call(call, { body: { packId: made.id } })).toMatchObject({ status: 404 })
  })

  test('an unknown plan or pack is not found, and only administrators edit the catalog', async () => {
    const buyer = await consumer()
    const params = { id: '00000000-0000-7000-8000-0000000009ff' }
    expect(await admin.as.call(adminCatalog.changePlan, { params, body: { price: 900 } })).toMatchObject({
      status: 404,
    })
    expect(await admin.as.call(adminCatalog.changePack, { params, body: { price: 900 } })).toMatchObject({
      status: 404,
    })
    expect(await buyer.as.call(adminCatalog.listPlans)).toMatchObject({ status: 403 })
  })
})
