import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { adminPayments, type PaymentQuery } from '@dooryard/contract/billing/admin/admin-payments'
import { billing } from '@dooryard/contract/billing/billing'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { buy, refundAs, smallPack, starter } from '../checkout/purchases.fixture.ts'
import { cardWithBehavior, payWith } from '../provider/sandbox/pay.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)
const admin = await user(portal, { role: 'SUPER_ADMIN' })
const [subscriber, packBuyer, declined] = [await user(portal), await user(portal), await user(portal)]

const listPayments = async (query: Partial<PaymentQuery> & Record<string, unknown> = {}) =>
  (await admin.as.call(adminPayments.list, { query })).body
const listPayers = async (query: Parameters<typeof listPayments>[0]) =>
  (await listPayments(query)).items.map(({ user, kind }) => [user.id, kind])

const requirePaymentId = async ({ id }: TestUser) =>
  (await listPayments({ userId: [id] })).items[0]?.transactionId ?? ''

beforeAll(async () => {
  await buy(portal, subscriber, { planId: starter })
  await buy(portal, packBuyer, { packId: smallPack })
  const { body } = await declined.as.call(billing.checkout, { body: { packId: smallPack } })
  await payWith(portal, body.url, cardWithBehavior('DECLINED'))
})

test('administrators find payments by user, invoice, kind and state, in the requested order', async () => {
  expect((await listPayments({ sort: 'amount', order: 'asc' })).items.map(({ amount }) => amount)).toEqual([3500, 4900])
  expect(await listPayers({ kind: 'PACK' })).toEqual([[packBuyer.id, 'PACK']])
  expect(await listPayers({ search: subscriber.email.toUpperCase() })).toEqual([[subscriber.id, 'SUBSCRIPTION']])
  const { items } = await listPayments({ userId: [packBuyer.id] })
  expect(await listPayers({ search: items[0]?.invoiceNumber ?? '' })).toEqual([[packBuyer.id, 'PACK']])
  expect(await listPayers({ provider: 'STRIPE' })).toEqual([])
  expect(await listPayments({ limit: 1, page: 2 })).toMatchObject({ totalCount: 2, totalPages: 2 })
})

test('refunded amounts are in the list, the file and the users list, and add up', async () => {
  const transactionId = await requirePaymentId(packBuyer)
  const params = { transactionId }
  const { creditsLeft } = (await admin.as.call(adminBilling.refundPreview, { params })).body
  const body = { reason: 'Some leads were bad', creditsLeft, amount: 1000, refundedBefore: 0 }
  await admin.as.call(adminBilling.refund, { params, body })
  expect((await listPayments({ state: 'PARTLY_REFUNDED' })).items).toMatchObject([
    { transactionId, status: 'PAID', refundedAmount: 1000, isRefundInProgress: false },
  ])
  await refundAs(admin, await requirePaymentId(subscriber))
  expect(await listPayers({ state: 'REFUNDED' })).toEqual([[subscriber.id, 'SUBSCRIPTION']])
  expect(await listPayers({ state: 'PAID' })).toEqual([])
  const file = await admin.as.call(adminPayments.export, { query: { sort: 'amount', order: 'asc' } })
  const [header = '', ...lines] = String(file.body).trim().split('\r\n')
  expect(header).toMatch(/^.?Date,Payment ID,First Name/)
  expect(lines.map((line) => /,(\d+\.\d\d),(\d+\.\d\d),USD/.exec(line)?.slice(1))).toEqual([
    ['35.00', '10.00'],
    ['49.00', '49.00'],
  ])
  const users = (await admin.as.call(adminUsers.list, { query: { search: packBuyer.email } })).body.items
  expect(users).toMatchObject([{ balance: 358, spent: [{ amount: 2500, currency: 'USD' }], state: 'ACTIVE' }])
})
