import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { billing } from '@dooryard/contract/billing/billing'
import { afterAll, expect, test } from 'vitest'
import { extractTexts } from '../../../platform/files/pdf/pdf-text.fixture.ts'
import { newId } from '../../../platform/util/ids.ts'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import {
  buyPack,
  createPayer,
  getBillingServices,
  setOnDemandBalance,
  setTopUp,
} from '../auto-top-up/auto-top-up.fixture.ts'
import { topUp } from '../auto-top-up/top-up.ts'
import { refundAs, refundPartAs } from '../checkout/purchases.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

/** Creates a user who bought two packs and whose card then failed. */
async function createBuyer() {
  const owner = await createPayer(portal)
  await buyPack(portal, owner, 'FAILS_AT_RENEWAL')
  await setTopUp(owner)
  await setOnDemandBalance(portal, owner.id, 0)
  await topUp(getBillingServices(portal), owner.id)
  const { body } = await owner.as.call(billing.transactions, { query: {}, body: {} })
  return { ...owner, transactions: body.items }
}

const owner = await createBuyer()
const [failed, second, first] = owner.transactions

const downloadInvoice = async ({ as }: Pick<typeof owner, 'as'>, transactionId: string) => {
  const path = billing.invoice.path.replace('{transactionId}', transactionId)
  return fetch(portal.url + path, { headers: { authorization: `Bearer ${as.token}` } })
}

test('payments are listed newest first, with the invoice or the reason of failure', () => {
  expect(owner.transactions).toMatchObject([
    { kind: 'PACK', status: 'FAILED', creditsGranted: 0, failure: expect.stringMatching(/declined/i) },
    { kind: 'PACK', status: 'PAID', amount: 3500, description: '500 credits', creditsGranted: 500 },
    { kind: 'PACK', status: 'PAID', amount: 3500, currency: 'USD' },
  ])
  expect(failed).not.toHaveProperty('invoiceNumber')
  expect(second?.invoiceNumber).not.toBe(first?.invoiceNumber)
})

test('filters narrow the payments', async () => {
  const found = async (body: object) =>
    (await owner.as.call(billing.transactions, { query: {}, body })).body.items.map(
      ({ transactionId }) => transactionId,
    )
  expect(await found({ status: 'FAILED' })).toEqual([failed?.transactionId])
  expect(await found({ kind: 'SUBSCRIPTION' })).toEqual([])
  expect(await found({ fromDate: second?.createdAt, toDate: failed?.createdAt })).toEqual([second?.transactionId])
  const { body } = await owner.as.call(billing.transactions, { query: { limit: 2, page: 2 }, body: {} })
  expect(body).toMatchObject({ totalCount: 3, totalPages: 2, items: [{ transactionId: first?.transactionId }] })
})

test('a payment refunded in part keeps its status, and is found by its state', async () => {
  const [buyer, admin] = [await createPayer(portal), await user(portal, { role: 'SUPER_ADMIN' })]
  const list = async (body: object) => (await buyer.as.call(billing.transactions, { query: {}, body })).body.items
  const [bought] = await list({ status: 'PAID' })
  await refundPartAs(admin, bought?.transactionId ?? '', 1000)
  const refundedInPart = [{ transactionId: bought?.transactionId, status: 'PAID', refundedAmount: 1000 }]
  expect(await list({ status: 'PAID' })).toMatchObject(refundedInPart)
  expect(await list({ status: 'REFUNDED' })).toEqual([])
  expect(await list({ state: 'PARTLY_REFUNDED' })).toMatchObject(refundedInPart)
  expect(await list({ state: 'PAID' })).toEqual([])
})

test('the invoice is a PDF named after its number, and says what was bought', async () => {
  const response = await downloadInvoice(owner, second?.transactionId ?? '')
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="invoice-${second?.invoiceNumber}.pdf"`,
  )
  const texts = extractTexts(Buffer.from(await response.arrayBuffer())).texts.map(({ text }) => text.trim())
  expect(texts).toEqual(expect.arrayContaining([second?.invoiceNumber, '500 credits', '$35.00', 'Tess Sampleton']))
})

test("a failed payment has no invoice, and nobody gets another user's", async () => {
  expect((await downloadInvoice(owner, failed?.transactionId ?? '')).status).toBe(409)
  expect((await downloadInvoice(await user(portal), second?.transactionId ?? '')).status).toBe(404)
  expect((await downloadInvoice(owner, newId())).status).toBe(404)
})

test('a refunded payment has a credit note alongside its invoice, for its owner and administrators only', async () => {
  const { transactionId = '', invoiceNumber } = first ?? {}
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const asOwner = billing.creditNote.path.replace('{transactionId}', transactionId)
  const asAdmin = adminBilling.creditNote.path.replace('{transactionId}', transactionId)
  const fetched = (path: string, { as }: Pick<typeof owner, 'as'>) =>
    fetch(portal.url + path, { headers: { authorization: `Bearer ${as.token}` } })
  expect((await fetched(asOwner, owner)).status).toBe(409)
  await refundAs(admin, transactionId)
  const { body } = await owner.as.call(billing.transactions, { query: {}, body: { status: 'REFUNDED' } })
  const creditNoteNumber = body.items[0]?.creditNoteNumber ?? ''
  expect(creditNoteNumber).toMatch(/^DY-CN-\d{6}$/)
  for (const response of [await fetched(asOwner, owner), await fetched(asAdmin, admin)]) {
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="credit-note-${creditNoteNumber}.pdf"`,
    )
    const texts = extractTexts(Buffer.from(await response.arrayBuffer())).texts.map(({ text }) => text.trim())
    expect(texts).toEqual(expect.arrayContaining([creditNoteNumber, 'Bought twice', '−$35.00']))
    expect(texts.join(' ')).toContain(invoiceNumber)
  }
  expect((await fetched(asOwner, await user(portal))).status).toBe(404)
  const invoice = adminBilling.invoice.path.replace('{transactionId}', transactionId)
  expect((await fetched(invoice, admin)).headers.get('content-disposition')).toContain(`invoice-${invoiceNumber}.pdf`)
})
