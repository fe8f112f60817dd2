import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { orders } from '@dooryard/contract/orders/orders'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { disputedMail, refundMail } from '../../../platform/mail/templates/payments.ts'
import { actAsUser, campaign, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { getBalance } from '../../credits/index.ts'
import { requireProvider } from '../billing-context.ts'
import { createBillingTestContext, listMailSubjects } from '../sync/sync.fixture.ts'
import { syncPayment } from '../sync/sync-payment.ts'
import {
  buyPack,
  countCharges,
  createPayer,
  getBillingServices,
  hasJob,
  listTopUpPayments,
  packCredits,
  packPrice,
  setOnDemandBalance,
  setTopUp,
  smallPack,
} from './auto-top-up.fixture.ts'
import { findAutoTopUp } from './auto-top-up.queries.ts'
import { resumeTopUps } from './auto-top-up.ts'
import { topUp } from './top-up.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

const services = getBillingServices(portal)

const getCredits = async (userId: string) => (await getBalance(portal.db, userId)).onDemandCredits

const deleteTopUpJob = (userId: string) =>
  sql`delete from graphile_worker._private_jobs where key = ${`top-up-credits:${userId}`}`.execute(portal.db)

test('a pack with fewer credits than before is bought once, however far the balance is from the threshold', async () => {
  const owner = await createPayer(portal)
  await setTopUp(owner, { threshold: packCredits, monthlyCap: 20 * packPrice })
  await setOnDemandBalance(portal, owner.id, 0)
  const gives = (credits: number) =>
    portal.db.updateTable('packs').set({ credits }).where('id', '=', smallPack).execute()
  await gives(100)
  await topUp(services, owner.id)
  await deleteTopUpJob(owner.id)
  await resumeTopUps(services)
  const [credits, isResumed] = [await getCredits(owner.id), await hasJob(portal, owner.id)]
  await gives(packCredits)
  expect([credits, isResumed, await countCharges(portal, owner.id)]).toEqual([100, false, 1])
})

test('spending by an impersonating administrator tops up nothing; the next spending by the user does', async () => {
  const owner = await createPayer(portal)
  const { id: campaignId } = await campaign(owner)
  const order = { params: { campaignId }, body: { orderName: 'First mailing', quantity: 60 } }
  await setTopUp(owner, { threshold: 450 })
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const acting = await actAsUser(portal, admin, owner.id)
  expect((await acting.as.call(orders.place, order)).status).toBe(201)
  expect(await hasJob(portal, owner.id)).toBe(false)
  await resumeTopUps(services)
  expect(await hasJob(portal, owner.id)).toBe(false)
  await topUp(services, owner.id)
  expect(await countCharges(portal, owner.id)).toBe(0)
  expect((await owner.as.call(orders.place, order)).status).toBe(201)
  expect(await hasJob(portal, owner.id)).toBe(true)
  // A top-up that the user has started continues, whatever is spent for them meanwhile.
  expect((await acting.as.call(orders.place, order)).status).toBe(201)
  await topUp(services, owner.id)
  expect(await countCharges(portal, owner.id)).toBe(1)
})

test('credits that an administrator removes are not bought again', async () => {
  const owner = await createPayer(portal)
  await setTopUp(owner)
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const taken = { userId: owner.id, bucket: 'ON_DEMAND', amount: 10 - packCredits, reason: 'Given by mistake' } as const
  expect((await admin.as.call(adminBilling.adjustCredits, { body: taken })).status).toBe(200)
  await resumeTopUps(services)
  expect(await hasJob(portal, owner.id)).toBe(false)
  await topUp(services, owner.id)
  expect(await countCharges(portal, owner.id)).toBe(0)
  // What the owner spends next triggers a top-up again.
  await setOnDemandBalance(portal, owner.id, 5)
  await topUp(services, owner.id)
  expect(await countCharges(portal, owner.id)).toBe(1)
})

describe('a refund', () => {
  /** Refunds the user's last purchase at the provider, without a request from the portal. */
  async function refundElsewhere(userId: string): Promise<string> {
    const { providerRef, paymentRef, amount } = await portal.db
      .selectFrom('paymentTransactions')
      .select(['providerRef', 'paymentRef', 'amount'])
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()
    await requireProvider(getBillingServices(portal)).refund({
      transactionId: 'elsewhere',
      paymentRef: paymentRef ?? '',
      amount,
    })
    return providerRef
  }

  const getSetting = (userId: string) => findAutoTopUp(portal.db, userId)

  test('a refund made at the provider never leads to another charge', async () => {
    const owner = await createPayer(portal)
    await setTopUp(owner)
    const payment = await refundElsewhere(owner.id)
    await syncPayment(getBillingServices(portal), payment)
    expect(await hasJob(portal, owner.id)).toBe(false)
    await topUp(getBillingServices(portal), owner.id)
    expect(await countCharges(portal, owner.id)).toBe(0)
    expect(await getSetting(owner.id)).toMatchObject({ isEnabled: false, pausedReason: 'A payment was refunded.' })
    expect((await listMailSubjects(createBillingTestContext(portal), owner.email)).at(-1)).toMatch(/refunded: DY-/)
  })

  test('a top-up enabled again after a refund stays on, however often the refund is reported', async () => {
    const owner = await createPayer(portal)
    await setTopUp(owner)
    await buyPack(portal, owner, 'SUCCEEDS')
    const payment = await refundElsewhere(owner.id)
    await syncPayment(getBillingServices(portal), payment)
    await setTopUp(owner)
    await syncPayment(getBillingServices(portal), payment)
    await setOnDemandBalance(portal, owner.id, 0)
    await topUp(getBillingServices(portal), owner.id)
    expect(await getSetting(owner.id)).toMatchObject({ isEnabled: true })
    expect(await listTopUpPayments(portal, owner.id)).toMatchObject([{ status: 'PAID' }])
  })

  test('the refund mail says whether automatic top-up was disabled', () => {
    const reader = { email: 'tess@example.com', firstName: 'Tess', emailVerifiedAt: null }
    const numbers = { invoiceNumber: 'DY-000001', creditNoteNumber: 'DY-CN-000001' }
    const paid = { description: '500 credits', ...numbers, amount: 3500, currency: 'USD' }
    const facts = { ...paid, creditsGranted: 500, refundReason: null }
    const getText = (isTopUpOff: boolean) => refundMail(portal.services, reader, { ...facts, isTopUpOff }).text
    expect(getText(true)).toContain('Automatic top-up is switched off now')
    expect(getText(false)).not.toContain('Automatic top-up')
    expect(getText(false)).toContain('The number of your credit note is DY-CN-000001.')
  })

  test('the refund mail gives the reason, and mentions credits only if the payment granted some', () => {
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
