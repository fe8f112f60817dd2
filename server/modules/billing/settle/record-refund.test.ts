import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, testPortal } from '../../../test/portal.ts'
import {
  billingOf,
  buyPack,
  chargesOf,
  hasJob,
  leave,
  payer,
  setTopUp,
  topUpsOf,
} from '../auto-top-up/auto-top-up.fixture.ts'
import { findAutoTopUp } from '../auto-top-up/auto-top-up.queries.ts'
import { topUp } from '../auto-top-up/top-up.ts'
import { providerOf } from '../billing-context.ts'
import { disputedMail, refundMail } from '../billing-mails.ts'
import { mailsTo, settling } from './settle.fixture.ts'
import { syncPayment } from './sync-payment.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

/** Pays the user's last purchase back at the provider itself, where nobody here asked for it. */
async function refundElsewhere(userId: string): Promise<string> {
  const { providerRef, paymentRef, amount } = await portal.db
    .selectFrom('paymentTransactions')
    .select(['providerRef', 'paymentRef', 'amount'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
  await providerOf(billingOf(portal)).refund({ transactionId: 'elsewhere', paymentRef: paymentRef ?? '', amount })
  return providerRef
}

const settingOf = (userId: string) => findAutoTopUp(portal.db, userId)

test('a refund that is made at the provider never ends in another charge', async () => {
  const owner = await payer(portal)
  await setTopUp(owner)
  const payment = await refundElsewhere(owner.id)
  await syncPayment(billingOf(portal), payment)
  expect(await hasJob(portal, owner.id)).toBe(false)
  await topUp(billingOf(portal), owner.id)
  expect(await chargesOf(portal, owner.id)).toBe(0)
  expect(await settingOf(owner.id)).toMatchObject({ isEnabled: false, pausedReason: 'A payment was refunded.' })
  expect((await mailsTo(settling(portal), owner.email)).at(-1)).toMatch(/refunded: DY-/)
})

test('a top-up that is switched on again after a refund stays on, however often the refund is told of', async () => {
  const owner = await payer(portal)
  await setTopUp(owner)
  await buyPack(portal, owner, 'SUCCEEDS')
  const payment = await refundElsewhere(owner.id)
  await syncPayment(billingOf(portal), payment)
  await setTopUp(owner)
  await syncPayment(billingOf(portal), payment)
  await leave(portal, owner.id, 0)
  await topUp(billingOf(portal), owner.id)
  expect(await settingOf(owner.id)).toMatchObject({ isEnabled: true })
  expect(await topUpsOf(portal, owner.id)).toMatchObject([{ status: 'PAID' }])
})

test('the mail of a refund says whether automatic top-up was switched off by it', () => {
  const reader = { email: 'tess@example.com', firstName: 'Tess', emailVerifiedAt: null }
  const numbers = { invoiceNumber: 'DY-000001', creditNoteNumber: 'DY-CN-000001' }
  const paid = { description: '500 credits', ...numbers, amount: 3500, currency: 'USD' }
  const facts = { ...paid, creditsGranted: 500, refundReason: null }
  const textOf = (isTopUpOff: boolean) => refundMail(portal.services, reader, { ...facts, isTopUpOff }).text
  expect(textOf(true)).toContain('Automatic top-up is switched off now')
  expect(textOf(false)).not.toContain('Automatic top-up')
  expect(textOf(false)).toContain('The number of your credit note is DY-CN-000001.')
})

test('the mail of a refund says why, and of credits only where the payment had given some', () => {
  const reader = { email: 'tess@example.com', firstName: 'Tess', emailVerifiedAt: null }
  const numbers = { invoiceNumber: 'DY-000001', creditNoteNumber: 'DY-CN-000001' }
  const paid = { description: 'Growth', ...numbers, amount: 12900, currency: 'USD', isTopUpOff: false }
  const owed = { ...paid, creditsGranted: 0, refundReason: 'The subscription had ended' }
  expect(refundMail(portal.services, reader, owed).text).toContain('Reason: The subscription had ended')
  expect(disputedMail(portal.services, reader, owed).text).not.toContain('credits')
  expect(refundMail(portal.services, reader, owed).text).not.toContain('credits')
  const given = { ...paid, creditsGranted: 4000, refundReason: null }
  expect(refundMail(portal.services, reader, given).text).toContain('What was left of its credits was taken back')
  expect(refundMail(portal.services, reader, given).text).not.toContain('Reason:')
})
