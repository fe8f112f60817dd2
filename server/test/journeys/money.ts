import { dayMs } from '@dooryard/contract/api/time'
import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { adminPayments } from '@dooryard/contract/billing/admin/admin-payments'
import { adminAffiliates, commissionHoldingDays, commissions } from '@dooryard/contract/billing/affiliates'
import { billing } from '@dooryard/contract/billing/billing'
import { coupons } from '@dooryard/contract/billing/coupons'
import { creditHistory } from '@dooryard/contract/billing/credit-history'
import { adminCreditSettings, creditSettings } from '@dooryard/contract/billing/credits'
import { sandbox } from '@dooryard/contract/billing/payments'
import { adminCatalog } from '@dooryard/contract/billing/plans'
import { spendingAlerts } from '@dooryard/contract/billing/spending-alerts'
import { buy, growth, smallPack, starter } from '../../modules/billing/checkout/purchases.fixture.ts'
import { cardWithBehavior, getSessionId, payWith } from '../../modules/billing/provider/sandbox/pay.fixture.ts'
import { anonymousCaller, type TestUser, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { callOk } from './journey.ts'

export async function buyerJourney(portal: Portal): Promise<void> {
  const buyer = await user(portal)
  const { as } = buyer
  await callOk(as, billing.info)
  await callOk(as, billing.price, { body: { planId: starter } })
  const { url, sessionId } = await callOk(as, billing.checkout, { body: { planId: starter } })
  await callOk(anonymousCaller(portal), sandbox.checkout, { params: { session: getSessionId(url) } })
  await payWith(portal, url)
  await callOk(as, billing.checkoutState, { params: { sessionId } })
  const { quoteId } = await callOk(as, billing.quote, { body: { planId: growth } })
  await callOk(as, billing.changePlan, { body: { planId: growth, quoteId } })
  const { quoteId: later } = await callOk(as, billing.quote, { body: { planId: starter } })
  await callOk(as, billing.changePlan, { body: { planId: starter, quoteId: later } })
  const other = await callOk(as, billing.updatePaymentMethod)
  await payWith(portal, other.url, cardWithBehavior('NEEDS_CONFIRMATION'))
  await callOk(anonymousCaller(portal), sandbox.confirm, {
    params: { session: getSessionId(other.url) },
    body: { approve: true },
  })
  await callOk(as, billing.autoTopUp)
  await buy(portal, buyer, { packId: smallPack })
  await refundPayment(portal, buyer)
  await callOk(as, billing.saveDetails)
  await callOk(as, billing.deleteDetails)
  await callOk(as, spendingAlerts.save)
  await callOk(as, spendingAlerts.get)
  await callOk(as, billing.cancel)
  await callOk(as, billing.info)
  for (const call of [
    creditHistory.list,
    creditHistory.activity,
    creditHistory.export,
    creditHistory.holds,
    creditHistory.balances,
  ])
    await callOk(as, call)
}

async function refundPayment(portal: Portal, { id, as }: Awaited<ReturnType<typeof user>>) {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { items } = await callOk(as, billing.transactions, { body: {} })
  const params = { transactionId: items.find(({ kind }) => kind === 'PACK')?.transactionId ?? '' }
  await callOk(as, billing.invoice, { params })
  await callOk(admin.as, adminPayments.list, { query: { userId: [id] } })
  await callOk(admin.as, adminPayments.export)
  const { creditsLeft } = await callOk(admin.as, adminBilling.refundPreview, { params })
  await callOk(admin.as, adminBilling.refund, { params, body: { reason: 'Bought twice by mistake', creditsLeft } })
  await callOk(as, billing.creditNote, { params })
  await callOk(admin.as, adminBilling.invoice, { params })
  await callOk(admin.as, adminBilling.creditNote, { params })
  await callOk(admin.as, adminBilling.userTransactions, { params: { userId: id } })
  await callOk(admin.as, adminBilling.userSubscriptions, { params: { userId: id } })
}

export async function sellerJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const { id: userId } = await user(portal)
  await callOk(as, adminBilling.adjustCredits, {
    body: { userId, bucket: 'ON_DEMAND', amount: 250, reason: 'To try it' },
  })
  await callOk(as, adminBilling.creditTransactions)
  await callOk(as, adminCatalog.listPlans)
  const plan = await callOk(as, adminCatalog.createPlan, {
    body: { name: 'Larger', monthlyCredits: 9000, price: 29_900, isActive: true },
  })
  await callOk(as, adminCatalog.changePlan, { params: { id: plan.id } })
  await callOk(as, adminCatalog.listPacks)
  const pack = await callOk(as, adminCatalog.createPack, {
    body: { name: '700 credits', credits: 700, price: 4500, isActive: true },
  })
  await callOk(as, adminCatalog.changePack, { params: { id: pack.id } })
  await couponJourney(portal, as)
  await callOk(as, sandbox.clock)
  await callOk(as, sandbox.advance, { body: { days: 1 } })
}

async function couponJourney(portal: Portal, as: Awaited<ReturnType<typeof user>>['as']) {
  const affiliate = await user(portal, { role: 'AFFILIATE_USER' })
  const { id } = await callOk(as, coupons.create, {
    body: { code: 'AUTUMN-20', kind: 'PERCENT', value: 20, appliesTo: 'ANY', affiliateUserId: affiliate.id },
  })
  const buyer = await user(portal)
  await callOk(buyer.as, billing.price, { body: { packId: smallPack, couponCode: 'AUTUMN-20' } })
  await buy(portal, buyer, { packId: smallPack, couponCode: 'AUTUMN-20' })
  for (const reader of [as, affiliate.as]) {
    await callOk(reader, coupons.list)
    await callOk(reader, coupons.get, { params: { id } })
    await callOk(reader, coupons.redemptions, { params: { id } })
  }
  await affiliateJourney(portal, as, affiliate)
  await callOk(as, coupons.change, { params: { id }, body: { perUserLimit: 2 } })
  await callOk(as, coupons.activate, { params: { id } })
  await callOk(as, coupons.archive, { params: { id } })
}

async function affiliateJourney(portal: Portal, admin: TestUser['as'], { id: userId, as }: TestUser) {
  const params = { userId }
  await callOk(admin, adminAffiliates.setTerms, { params, body: { percent: 20, months: null } })
  await callOk(as, commissions.summary)
  await callOk(as, commissions.entries)
  await callOk(as, commissions.export)
  await callOk(admin, adminAffiliates.list)
  await callOk(admin, adminAffiliates.get, { params })
  await callOk(admin, adminAffiliates.entries, { params })
  await callOk(admin, adminAffiliates.export, { params })
  await buy(portal, await user(portal), { packId: smallPack, couponCode: 'AUTUMN-20' })
  const holding = (commissionHoldingDays + 1) * dayMs
  portal.clock.advance(holding)
  const later = await user(portal, { role: 'SUPER_ADMIN' })
  await callOk(later.as, adminAffiliates.pay, {
    params,
    body: { amount: 1, paidOn: '2026-01-02', reference: 'ACH transfer 20418' },
  })
  const { items } = await callOk(later.as, adminAffiliates.entries, { params })
  const entryId = items.find(({ type }) => type === 'PAYOUT')?.id ?? ''
  const body = { reason: 'The transfer came back' }
  await callOk(later.as, adminAffiliates.reversePayout, { params: { userId, entryId }, body })
  portal.clock.advance(-holding)
}

export async function priceJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  await callOk(as, creditSettings.list)
  const settings = await callOk(as, adminCreditSettings.list)
  const setting = settings.find(({ key }) => key === 'CALL_READY')
  if (!setting) throw new Error('orders to call have no price')
  const { id, ...draft } = setting
  const params = { id: String(id) }
  await callOk(as, creditSettings.get, { params })
  await callOk(as, adminCreditSettings.change, { params, body: { creditRequired: setting.creditRequired } })
  await callOk(as, adminCreditSettings.remove, { params })
  await callOk(as, adminCreditSettings.create, { body: draft })
}
