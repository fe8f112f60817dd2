import { adminBilling } from '@dooryard/contract/admin-billing'
import { billing } from '@dooryard/contract/billing'
import { coupons } from '@dooryard/contract/coupons'
import { creditHistory } from '@dooryard/contract/credit-history'
import { adminCreditSettings, creditSettings } from '@dooryard/contract/credits'
import { sandbox } from '@dooryard/contract/payments'
import { adminOffers } from '@dooryard/contract/plans'
import { buy, growth, smallPack, starter } from '../../modules/billing/buying.fixture.ts'
import { cardThat, payWith, sessionIn } from '../../modules/billing/sandbox/pay.fixture.ts'
import { nobody, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { succeed } from './journey.ts'

export async function buyerJourney(portal: Portal): Promise<void> {
  const buyer = await user(portal)
  const { as } = buyer
  await succeed(as, billing.info)
  await succeed(as, billing.price, { body: { planId: starter } })
  const { url, sessionId } = await succeed(as, billing.checkout, { body: { planId: starter } })
  await succeed(nobody(portal), sandbox.checkout, { params: { session: sessionIn(url) } })
  await payWith(portal, url)
  await succeed(as, billing.checkoutState, { params: { sessionId } })
  const { quoteId } = await succeed(as, billing.quote, { body: { planId: growth } })
  await succeed(as, billing.changePlan, { body: { planId: growth, quoteId } })
  const { quoteId: later } = await succeed(as, billing.quote, { body: { planId: starter } })
  await succeed(as, billing.changePlan, { body: { planId: starter, quoteId: later } })
  const other = await succeed(as, billing.updatePaymentMethod)
  await payWith(portal, other.url, cardThat('NEEDS_CONFIRMATION'))
  await succeed(nobody(portal), sandbox.confirm, { params: { session: sessionIn(other.url) }, body: { approve: true } })
  await succeed(as, billing.autoTopUp)
  await buy(portal, buyer, { packId: smallPack })
  await refunded(portal, buyer)
  await succeed(as, billing.cancel)
  await succeed(as, billing.info)
  for (const call of [creditHistory.list, creditHistory.export, creditHistory.holds, creditHistory.balances])
    await succeed(as, call)
}

async function refunded(portal: Portal, { id, as }: Awaited<ReturnType<typeof user>>) {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { items } = await succeed(as, billing.transactions, { body: {} })
  const params = { transactionId: items.find(({ kind }) => kind === 'PACK')?.transactionId ?? '' }
  await succeed(as, billing.invoice, { params })
  const { creditsLeft } = await succeed(admin.as, adminBilling.refundPreview, { params })
  await succeed(admin.as, adminBilling.refund, { params, body: { reason: 'Bought twice by mistake', creditsLeft } })
  await succeed(as, billing.creditNote, { params })
  await succeed(admin.as, adminBilling.invoice, { params })
  await succeed(admin.as, adminBilling.creditNote, { params })
  await succeed(admin.as, adminBilling.userTransactions, { params: { userId: id } })
  await succeed(admin.as, adminBilling.userSubscriptions, { params: { userId: id } })
}

export async function sellerJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const { id: userId } = await user(portal)
  await succeed(as, adminBilling.adjustCredits, {
    body: { userId, bucket: 'ON_DEMAND', amount: 250, reason: 'To try it' },
  })
  await succeed(as, adminBilling.creditTransactions)
  await succeed(as, adminOffers.listPlans)
  const plan = await succeed(as, adminOffers.createPlan, {
    body: { name: 'Larger', monthlyCredits: 9000, price: 29_900, isActive: true },
  })
  await succeed(as, adminOffers.changePlan, { params: { id: plan.id } })
  await succeed(as, adminOffers.listPacks)
  const pack = await succeed(as, adminOffers.createPack, {
    body: { name: '700 credits', credits: 700, price: 4500, isActive: true },
  })
  await succeed(as, adminOffers.changePack, { params: { id: pack.id } })
  await couponJourney(portal, as)
  await succeed(as, sandbox.clock)
  await succeed(as, sandbox.advance, { body: { days: 1 } })
}

async function couponJourney(portal: Portal, as: Awaited<ReturnType<typeof user>>['as']) {
  const affiliate = await user(portal, { role: 'AFFILIATE_USER' })
  const { id } = await succeed(as, coupons.create, {
    body: { code: 'AUTUMN-20', kind: 'PERCENT', value: 20, appliesTo: 'ANY', affiliateUserId: affiliate.id },
  })
  const buyer = await user(portal)
  await succeed(buyer.as, billing.price, { body: { packId: smallPack, couponCode: 'AUTUMN-20' } })
  await buy(portal, buyer, { packId: smallPack, couponCode: 'AUTUMN-20' })
  for (const reader of [as, affiliate.as]) {
    await succeed(reader, coupons.list)
    await succeed(reader, coupons.get, { params: { id } })
    await succeed(reader, coupons.redemptions, { params: { id } })
  }
  await succeed(as, coupons.change, { params: { id }, body: { perUserLimit: 2 } })
  await succeed(as, coupons.activate, { params: { id } })
  await succeed(as, coupons.archive, { params: { id } })
}

export async function priceJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  await succeed(as, creditSettings.list)
  const settings = await succeed(as, adminCreditSettings.list)
  const setting = settings.find(({ key }) => key === 'CALL_READY')
  if (!setting) throw new Error('orders to call have no price')
  const { id, ...draft } = setting
  const params = { id: String(id) }
  await succeed(as, creditSettings.get, { params })
  await succeed(as, adminCreditSettings.change, { params, body: { creditRequired: setting.creditRequired } })
  await succeed(as, adminCreditSettings.remove, { params })
  await succeed(as, adminCreditSettings.create, { body: draft })
}
