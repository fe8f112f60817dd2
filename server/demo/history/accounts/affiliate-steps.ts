import { adminAffiliates, commissions } from '@dooryard/contract/billing/affiliates'
import { coupons } from '@dooryard/contract/billing/coupons'
import type { AffiliateCustomer } from '../../demo-affiliate.ts'
import type { HistoryServices, HistoryStep } from '../history-step.ts'
import { type CustomerParts, planRegistration } from './customer-steps.ts'
import { buyPack, type PackSize, type PlanName, subscribe } from './purchases.ts'

const [affiliate, administrator] = ['affiliate@dooryard.test', 'admin@dooryard.test']
const couponCode = 'BRANDEVIN-20'

/** Each after the commissions of the months before have matured. */
const payouts = [
  { days: 214, reference: 'ACH transfer 20418' },
  { days: 121, reference: 'ACH transfer 21377' },
  { days: 38, reference: 'ACH transfer 22096' },
]

/** Those who took a plan later, in days before the start. */
const subscribers: Readonly<Record<string, { days: number; plan: PlanName }>> = {
  'Devi Paldrano': { days: 240, plan: 'STARTER' },
  'Mei Tavendish': { days: 197, plan: 'GROWTH' },
  'Luis Corvelano': { days: 160, plan: 'STARTER' },
  'Zara Fendrellar': { days: 92, plan: 'GROWTH' },
  'Noel Brackenhart': { days: 31, plan: 'STARTER' },
}

/** The affiliate's terms and coupon, the customers who came with it, and what they brought. */
export const planAffiliate = (parts: CustomerParts): HistoryStep[] => [
  { name: 'affiliate: terms and coupon', at: parts.moments.daysAgo(355), run: openAffiliate },
  ...parts.affiliateCustomers.flatMap((customer) => planCustomer(parts, customer)),
  ...payouts.map(({ days, reference }) => ({
    ...{ name: `affiliate: ${reference}`, at: parts.moments.daysAgo(days) },
    run: (services: HistoryServices) => payOut(services, reference),
  })),
  ...[301, 255, 213, 168, 120, 84, 51, 37, 12, 2].map((days) => ({
    ...{ name: `affiliate: visit ${days} days ago`, at: parts.moments.daysAgo(days) },
    run: async ({ as }: HistoryServices) => (await as(affiliate)).call(commissions.summary),
  })),
]

async function openAffiliate({ as }: HistoryServices): Promise<void> {
  const [{ userId }, admin] = [await as(affiliate), await as(administrator)]
  await admin.call(adminAffiliates.setTerms, { params: { userId }, body: { percent: 20, months: 12 } })
  await admin.call(coupons.create, {
    body: { code: couponCode, kind: 'PERCENT', value: 20, appliesTo: 'ANY', perUserLimit: 1, affiliateUserId: userId },
  })
}

function planCustomer(
  { moments, random }: CustomerParts,
  { firstName, lastName, email, daysAgo, credits }: AffiliateCustomer,
): HistoryStep[] {
  const name = `${firstName} ${lastName}`
  const registration = planRegistration({ moments, random }, { name, email, days: daysAgo })
  const paidAt = new Date(registration.at.getTime() + random.number.int({ min: 8, max: 50 }) * 60_000)
  const later = subscribers[name]
  return [
    registration,
    {
      ...{ name: `${email}: first purchase`, at: paidAt },
      run: async ({ as }) => buyPack(await as(email), credits as PackSize, { couponCode }),
    },
    ...(later
      ? [
          {
            ...{ name: `${email}: plan`, at: moments.daysAgo(later.days) },
            run: async ({ as }: HistoryServices) => subscribe(await as(email), later.plan),
          },
        ]
      : []),
  ]
}

async function payOut({ as, clock }: HistoryServices, reference: string): Promise<void> {
  const [{ userId }, admin] = [await as(affiliate), await as(administrator)]
  const { totals } = await admin.call(adminAffiliates.get, { params: { userId } })
  const paidOn = clock.now().toISOString().slice(0, 10)
  await admin.call(adminAffiliates.pay, { params: { userId }, body: { amount: totals.payable, paidOn, reference } })
}
