import { overview } from '@dooryard/contract/admin/overview'
import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { coupons } from '@dooryard/contract/billing/coupons'
import { creditHistory } from '@dooryard/contract/billing/credit-history'
import { adminCreditSettings } from '@dooryard/contract/billing/credits'
import { adminCatalog } from '@dooryard/contract/billing/plans'
import type { Transaction } from '@dooryard/contract/billing/transactions'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { adminUserNotes } from '@dooryard/contract/identity/admin/user-notes'
import type { HistoryServices, HistoryStep } from '../history-step.ts'
import { createPastCaller } from '../past-api.ts'
import type { CustomerParts } from './customer-steps.ts'
import { invitedPartner } from './customers.ts'
import { plans } from './purchases.ts'
import { adjustments, impersonations, notes, suspensions } from './support-cases.ts'

const administrator = 'admin@dooryard.test'

type AdminStep = [name: string, at: Date, run: (services: HistoryServices, admin: Admin) => Promise<unknown>]
type Admin = Awaited<ReturnType<HistoryServices['as']>>

export const planAdministrator = (parts: CustomerParts): HistoryStep[] =>
  [
    ...planCatalog(parts),
    ...planCoupons(parts),
    ...planSupport(parts),
    ...planRefunds(parts),
    ...planPrices(parts),
    ...planVisits(parts),
  ].map(([name, at, run]) => ({
    ...{ name: `administrator: ${name}`, at },
    run: async (services) => run(services, await services.as(administrator)),
  }))

/** Introductory prices at first; those who subscribed at them keep them. Later a year for the price of ten months. */
function planCatalog({ moments: { daysAgo } }: CustomerParts): AdminStep[] {
  const setPrice =
    (plan: keyof typeof plans, body: { price?: number; annualPrice?: number }) =>
    async (_: HistoryServices, admin: Admin) =>
      admin.call(adminCatalog.changePlan, { params: { id: plans[plan] }, body })
  const [opening, yearly, raise] = [daysAgo(424), daysAgo(329), daysAgo(204)]
  const later = (start: Date, minutes: number) => new Date(start.getTime() + minutes * 60_000)
  return [
    ['introductory price of Growth', opening, setPrice('GROWTH', { price: 12_900 })],
    ['introductory price of Scale', later(opening, 2), setPrice('SCALE', { price: 44_900 })],
    ['Starter by the year', yearly, setPrice('STARTER', { annualPrice: 49_000 })],
    ['Growth by the year', later(yearly, 1), setPrice('GROWTH', { annualPrice: 149_000 })],
    ['Scale by the year', later(yearly, 3), setPrice('SCALE', { annualPrice: 499_000 })],
    ['full price of Growth', raise, setPrice('GROWTH', { price: 14_900 })],
    ['full price of Scale', later(raise, 2), setPrice('SCALE', { price: 49_900 })],
  ]
}

/** Small orders at first, to win customers, and a partner who has not accepted the invitation yet. */
function planPrices({ moments: { daysAgo } }: CustomerParts): AdminStep[] {
  const setSmallestOrder = (minCampaignVolume: number) => async (_: HistoryServices, admin: Admin) => {
    const settings = await admin.call(adminCreditSettings.list)
    const id = settings.find(({ key }) => key === 'MAIL_READY')?.id ?? ''
    return admin.call(adminCreditSettings.change, { params: { id }, body: { minCampaignVolume } })
  }
  return [
    ['allows small orders', daysAgo(422), setSmallestOrder(25)],
    ['allows none below 50', daysAgo(206), setSmallestOrder(50)],
    ['invites a partner', daysAgo(6), (_, admin) => admin.call(adminUsers.create, { body: invitedPartner })],
  ]
}

/** One for new subscribers, one for each season, and a partnership that ended. Those of past seasons are archived. */
function planCoupons({ moments: { daysAgo, daysAfter }, coupons: seasonal, endsAt }: CustomerParts): AdminStep[] {
  const create = (body: Parameters<typeof createCoupon>[1]) => (_: HistoryServices, admin: Admin) =>
    createCoupon(admin, body)
  const archived = seasonal.flatMap(({ draft }): AdminStep[] => {
    const at = daysAfter(new Date(draft.endsAt ?? endsAt), 24)
    return at < endsAt ? [[`archives ${draft.code}`, at, (_, admin) => archiveCoupon(admin, draft.code)]] : []
  })
  const welcome = { code: 'WELCOME-15', kind: 'PERCENT', value: 15, appliesTo: 'SUBSCRIPTION' } as const
  const partner = { code: 'CLOSERS-CLUB', kind: 'PERCENT', value: 10, appliesTo: 'ANY', maxRedemptions: 50 } as const
  return [
    ['creates WELCOME-15', daysAgo(423), create(welcome)],
    ['creates CLOSERS-CLUB', daysAgo(297), create(partner)],
    ['deactivates CLOSERS-CLUB', daysAgo(133), (_, admin) => deactivateCoupon(admin, partner.code)],
    ...seasonal.map(({ createdAt, draft }): AdminStep => [`creates ${draft.code}`, createdAt, create(draft)]),
    ...archived,
  ]
}

type CouponBody = CustomerParts['coupons'][number]['draft']

const createCoupon = (admin: Admin, body: CouponBody) => admin.call(coupons.create, { body })

async function findCoupon(admin: Admin, code: string): Promise<string> {
  const { items } = await admin.call(coupons.list, { query: { limit: 100 } })
  const coupon = items.find((one) => one.code === code)
  if (!coupon) throw new Error(`there is no coupon ${code}`)
  return coupon.id
}

const archiveCoupon = async (admin: Admin, code: string) =>
  admin.call(coupons.archive, { params: { id: await findCoupon(admin, code) } })

const deactivateCoupon = async (admin: Admin, code: string) =>
  admin.call(coupons.activate, { params: { id: await findCoupon(admin, code) }, body: { isActive: false } })

async function findUser(admin: Admin, email: string): Promise<string> {
  const { items } = await admin.call(adminUsers.list, { query: { search: email } })
  const user = items.find((one) => one.email === email)
  if (!user) throw new Error(`there is no user ${email}`)
  return user.id
}

function planSupport({ moments: { daysAgo }, customers }: CustomerParts): AdminStep[] {
  const isKnown = ({ email }: { email: string }) =>
    email.endsWith('@dooryard.test') || customers.some((customer) => customer.email === email)
  const change =
    (email: string, body: { isActive?: boolean; role?: 'ENTERPRISE_USER'; reason: string }) =>
    async (_: HistoryServices, admin: Admin) =>
      admin.call(adminUsers.change, { params: { id: await findUser(admin, email) }, body })
  return [
    ...customers.flatMap(({ email, enterpriseFrom, company }): AdminStep[] =>
      enterpriseFrom === undefined
        ? []
        : [
            [
              `role of ${email}`,
              daysAgo(enterpriseFrom),
              change(email, { role: 'ENTERPRISE_USER', reason: `${company} wants to order by API; agreed by phone` }),
            ],
          ],
    ),
    ...suspensions
      .filter(isKnown)
      .map(
        ({ email, days, isActive, reason }): AdminStep => [
          `${isActive ? 'activates' : 'deactivates'} ${email} ${days}`,
          daysAgo(days),
          change(email, { isActive, reason }),
        ],
      ),
    ...notes.filter(isKnown).map(
      ({ email, days, body, isPinned = false }): AdminStep => [
        `note on ${email} ${days}`,
        daysAgo(days),
        async (_, admin) =>
          admin.call(adminUserNotes.create, {
            params: { id: await findUser(admin, email) },
            body: { body, isPinned },
          }),
      ],
    ),
    ...adjustments.filter(isKnown).map(
      ({ email, days, bucket = 'ON_DEMAND', amount, reason }): AdminStep => [
        `credits of ${email} ${days}`,
        daysAgo(days),
        async (_, admin) => {
          const userId = await findUser(admin, email)
          return admin.call(adminBilling.adjustCredits, { body: { userId, bucket, amount, reason } })
        },
      ],
    ),
    ...impersonations
      .filter(isKnown)
      .map(
        ({ email, days, reason }): AdminStep => [
          `impersonates ${email} ${days}`,
          daysAgo(days),
          (services, admin) => lookAsUser(services, admin, email, reason),
        ],
      ),
  ]
}

async function lookAsUser(services: HistoryServices, admin: Admin, email: string, reason: string): Promise<void> {
  const params = { id: await findUser(admin, email) }
  const { accessToken } = await admin.call(adminUsers.impersonate, { params, body: { reason } })
  const acting = createPastCaller({ ...services, getToken: async () => accessToken, email: administrator })
  await acting.call(creditHistory.list, { query: { limit: 20 } })
  await acting.call(adminUsers.endImpersonation)
}

/** The pack that the consumer bought twice, and a part of the enterprise's last one. */
function planRefunds({ moments: { daysAgo } }: CustomerParts): AdminStep[] {
  return [
    [
      'refunds a pack',
      daysAgo(137),
      (_, admin) =>
        refund(admin, 'consumer@dooryard.test', { kind: 'PACK', reason: 'Bought the same pack twice within minutes' }),
    ],
    [
      'refunds a part of a pack',
      daysAgo(52),
      (_, admin) =>
        refund(admin, 'enterprise@dooryard.test', {
          kind: 'PACK',
          amount: 1800,
          reason: 'About 300 letters of the last mailing came back undeliverable',
        }),
    ],
    [
      'refunds a part of a month',
      daysAgo(129),
      (_, admin) =>
        refund(admin, 'theo@norvacrest.test', {
          kind: 'SUBSCRIPTION',
          amount: 4300,
          reason: 'Could not sign in for ten days; agreed by mail',
        }),
    ],
  ]
}

type Refund = Pick<Transaction, 'kind'> & { amount?: number; reason: string }

/** Of the latest payment of a kind. */
async function refund(admin: Admin, email: string, { kind, amount, reason }: Refund) {
  const params = { userId: await findUser(admin, email) }
  const { items } = await admin.call(adminBilling.userTransactions, { params, query: { limit: 20 } })
  const payment = items.find((one) => one.status === 'PAID' && one.kind === kind)
  if (!payment) throw new Error(`${email} has paid for no ${kind}`)
  const { transactionId } = payment
  const { creditsLeft, refundedAmount } = await admin.call(adminBilling.refundPreview, {
    params: { transactionId },
    query: { amount },
  })
  const body = { reason, creditsLeft, ...(amount && { amount, refundedBefore: refundedAmount }) }
  await admin.call(adminBilling.refund, { params: { transactionId }, body })
}

/** On most mornings of the last weeks, before that about once a week. */
function planVisits({ moments: { daysAgo }, random }: CustomerParts): AdminStep[] {
  const steps: AdminStep[] = []
  for (let day = 420; day > 1; day -= random.number.int(day > 40 ? { min: 4, max: 12 } : { min: 1, max: 3 }))
    steps.push([`visit ${day}`, daysAgo(day), (_, admin) => admin.call(overview.get)])
  return steps
}
