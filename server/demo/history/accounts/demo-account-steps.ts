import { dayMs, minuteMs } from '@dooryard/contract/api/time'
import { billing } from '@dooryard/contract/billing/billing'
import { account } from '@dooryard/contract/identity/account'
import { notifications } from '@dooryard/contract/identity/notifications'
import { addMonths } from '../../../modules/billing/index.ts'
import type { HistoryServices, HistoryStep } from '../history-step.ts'
import type { PastUser } from '../past-api.ts'
import { findSeasonalCoupon } from './coupons.ts'
import type { CustomerParts } from './customer-steps.ts'
import { buyPack, changeCard, changePlan, packs, subscribe } from './purchases.ts'

const [enterprise, consumer] = ['enterprise@dooryard.test', 'consumer@dooryard.test']

export const planDemoAccounts = (parts: CustomerParts): HistoryStep[] => [
  ...planEnterprise(parts),
  ...planConsumer(parts),
  ...planVisits(parts, enterprise, 408),
  ...planVisits(parts, consumer, 364),
]

type NamedStep = [name: string, at: Date, run: (user: PastUser) => Promise<unknown>]

const toSteps = (email: string, steps: readonly NamedStep[]): HistoryStep[] =>
  steps.map(([name, at, run]) => ({
    ...{ name: `${email}: ${name}`, at },
    run: async ({ as }: HistoryServices) => run(await as(email)),
  }))

/** About once a week they sign in, and read what is under the bell. The latest is unread. */
function planVisits({ moments, random }: CustomerParts, email: string, since: number): HistoryStep[] {
  const steps: NamedStep[] = []
  for (let day = since; day > 2; day -= random.number.int({ min: 3, max: 13 }))
    steps.push([`visit ${day}`, moments.daysAgo(day), (user) => user.call(notifications.readAll)])
  return toSteps(email, steps)
}

const billingDetails = {
  name: 'Quillmere Homebuyers LLC',
  street: '1420 Tarrowell Avenue, Suite 300',
  city: 'Nashville',
  state: 'TN',
  postalCode: '37203',
  country: 'US',
} as const

/** The bank refuses the seventh renewal and its first retry; four days later there is another card. */
const failingRenewal = 7

function planEnterprise({ moments: { daysAgo, daysAfter }, coupons }: CustomerParts): HistoryStep[] {
  const subscribedAt = daysAgo(409)
  const before = (minutes: number) => new Date(subscribedAt.getTime() - minutes * minuteMs)
  const failsAt = addMonths(subscribedAt, failingRenewal)
  const largePackAt = daysAgo(251)
  const couponCode = findSeasonalCoupon(coupons, largePackAt, 'PACK')
  return toSteps(enterprise, [
    ['billing details', before(11), (user) => user.call(billing.saveDetails, { body: billingDetails })],
    ['Starter', subscribedAt, (user) => subscribe(user, 'STARTER', { couponCode: 'WELCOME-15' })],
    ['first pack', daysAgo(371), (user) => buyPack(user, 500)],
    ['Growth', daysAgo(332), (user) => changePlan(user, 'GROWTH')],
    ['pack of 2,000', largePackAt, (user) => buyPack(user, 2000, { couponCode })],
    ['automatic top-up', daysAgo(228), (user) => user.call(billing.autoTopUp, { body: topUp })],
    ['a card that fails', daysAfter(failsAt, -9), (user) => changeCard(user, '4000000000000341')],
    ['another card', new Date(failsAt.getTime() + 4.2 * dayMs), (user) => changeCard(user)],
    // The failed card has paused it.
    ['automatic top-up again', daysAfter(failsAt, 6), (user) => user.call(billing.autoTopUp, { body: topUp })],
    // As does a refund.
    ['automatic top-up after the refund', daysAgo(40), (user) => user.call(billing.autoTopUp, { body: topUp })],
    ['another pack', daysAgo(63), (user) => buyPack(user, 2000)],
  ])
}

const topUp = { enabled: true, threshold: 250, packId: packs[500], monthlyCap: 10_000 }

function planConsumer({ moments: { daysAgo }, coupons }: CustomerParts): HistoryStep[] {
  const [declinedAt, packAt] = [daysAgo(344), daysAgo(142)]
  const couponCode = findSeasonalCoupon(coupons, packAt, 'PACK')
  const after = (minutes: number) => new Date(declinedAt.getTime() + minutes * minuteMs)
  return toSteps(consumer, [
    ['city', daysAgo(368), (user) => user.call(account.change, { body: { address_city: 'Franklin' } })],
    ['first pack', daysAgo(366), (user) => buyPack(user, 500)],
    // The card is declined on the page, so that there is nothing to undo.
    ['a declined card', declinedAt, (user) => subscribe(user, 'STARTER', { card: '4000000000000002' }).catch(() => {})],
    ['Starter', after(4), (user) => subscribe(user, 'STARTER', { couponCode: 'WELCOME-15' })],
    ['a pack twice', packAt, (user) => buyPack(user, 500, { couponCode })],
    ['the same pack', new Date(packAt.getTime() + 3 * minuteMs), (user) => buyPack(user, 500)],
  ])
}
