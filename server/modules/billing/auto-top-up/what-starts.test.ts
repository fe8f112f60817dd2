import { adminBilling } from '@dooryard/contract/admin-billing'
import { orders } from '@dooryard/contract/orders'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { disputedMail, refundMail } from '../../../platform/mail/templates/payments.ts'
import { actingAs, campaign, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { balanceOf } from '../../credits/index.ts'
import { providerOf } from '../billing-context.ts'
import { mailsTo, settling } from '../settle/settle.fixture.ts'
import { syncPayment } from '../settle/sync-payment.ts'
import {
  billingOf,
  buyPack,
  chargesOf,
  hasJob,
  leave,
  packCredits,
  packPrice,
  payer,
  setTopUp,
  smallPack,
  topUpsOf,
} from './auto-top-up.fixture.ts'
import { findAutoTopUp } from './auto-top-up.queries.ts'
import { resumeTopUps } from './auto-top-up.ts'
import { topUp } from './top-up.ts'

const portal = await testPortal()
afterAll(portal.close)

const services = billingOf(portal)

const creditsOf = async (userId: string) => (await balanceOf(portal.db, userId)).onDemandCredits

const forgetJob = (userId: string) =>
  sql`delete from graphile_worker._private_jobs where key = ${`top-up-credits:${userId}`}`.execute(portal.db)

test('a pack that gives less than it did is bought once, however far that is from the threshold', async () => {
  const owner = await payer(portal)
  await setTopUp(owner, { threshold: packCredits, monthlyCap: 20 * packPrice })
  await leave(portal, owner.id, 0)
  const gives = (credits: number) =>
    portal.db.updateTable('packs').set({ credits }).where('id', '=', smallPack).execute()
  await gives(100)
  await topUp(services, owner.id)
  await forgetJob(owner.id)
  await resumeTopUps(services)
  const [credits, isResumed] = [await creditsOf(owner.id), await hasJob(portal, owner.id)]
  await gives(packCredits)
  expect([credits, isResumed, await chargesOf(portal, owner.id)]).toEqual([100, false, 1])
})

test('what an administrator spends as a user tops nothing up, and what the user spends next does', async () => {
  const owner = await payer(portal)
  const { id: campaignId } = await campaign(owner)
  const order = { params: { campaignId }, body: { orderName: 'First mailing', quantity: 60 } }
  await setTopUp(owner, { threshold: 450 })
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const acting = await actingAs(portal, admin, owner.id)
  expect((await acting.as.call(orders.place, order)).status).toBe(201)
  expect(await hasJob(portal, owner.id)).toBe(false)
  await resumeTopUps(services)
  expect(await hasJob(portal, owner.id)).toBe(false)
  await topUp(services, owner.id)
  expect(await chargesOf(portal, owner.id)).toBe(0)
  expect((await owner.as.call(orders.place, order)).status).toBe(201)
  expect(await hasJob(portal, owner.id)).toBe(true)
  // What the user has started goes on, whatever is spent for them meanwhile.
  expect((await acting.as.call(orders.place, order)).status).toBe(201)
  await topUp(services, owner.id)
  expect(await chargesOf(portal, owner.id)).toBe(1)
})

test('credits that an administrator takes back are not bought again', async () => {
  const owner = await payer(portal)
  await setTopUp(owner)
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const taken = { userId: owner.id, bucket: 'ON_DEMAND', amount: 10 - packCredits, reason: 'Given by mistake' } as const
  expect((await admin.as.call(adminBilling.adjustCredits, { body: taken })).status).toBe(200)
  await resumeTopUps(services)
  expect(await hasJob(portal, owner.id)).toBe(false)
  await topUp(services, owner.id)
  expect(await chargesOf(portal, owner.id)).toBe(0)
  // What the owner spends next is topped up again.
  await leave(portal, owner.id, 5)
  await topUp(services, owner.id)
  expect(await chargesOf(portal, owner.id)).toBe(1)
})

describe('a refund', () => {
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
})
