import { randomBytes } from 'node:crypto'
import { dayMs, minuteMs } from '@dooryard/contract/api/time'
import { billing } from '@dooryard/contract/billing/billing'
import { account } from '@dooryard/contract/identity/account'
import type { SimpleFaker } from '@faker-js/faker'
import { addMonths } from '../../../modules/billing/index.ts'
import { createUser } from '../../../modules/identity/index.ts'
import type { AffiliateCustomer } from '../../demo-affiliate.ts'
import type { Moments } from '../calendar.ts'
import type { HistoryServices, HistoryStep } from '../history-step.ts'
import { findSeasonalCoupon, type SeasonalCoupon } from './coupons.ts'
import { type Customer, type CustomerEvent, suspendedCustomers } from './customers.ts'
import { buyPack, changeCard, changePlan, subscribe } from './purchases.ts'

export type CustomerParts = {
  moments: Moments
  random: SimpleFaker
  coupons: readonly SeasonalCoupon[]
  endsAt: Date
  customers: readonly Customer[]
  affiliateCustomers: readonly AffiliateCustomer[]
}

export const planCustomers = (parts: CustomerParts): HistoryStep[] =>
  parts.customers.flatMap((customer) => {
    const registration = planRegistration(parts, customer)
    const rest = [...planEvents(parts, customer), ...planVisits(parts, customer)]
    return [registration, ...rest.map((step, index) => notBefore(registration.at, step, index))]
  })

/** A day that a weekend moved must not come before the account. */
const notBefore = (start: Date, step: HistoryStep, index: number): HistoryStep =>
  step.at > start ? step : { ...step, at: new Date(start.getTime() + (11 + 9 * index) * minuteMs) }

/** Nobody can sign in as one of them: their passwords are random. */
export function planRegistration(
  { moments, random }: Pick<CustomerParts, 'moments' | 'random'>,
  { name, email, company, days }: Pick<Customer, 'name' | 'email' | 'company' | 'days'>,
): HistoryStep {
  const [firstName = '', lastName = ''] = name.split(' ')
  const phone = `${random.helpers.arrayElement(areaCodes)}-555-01${random.number.int({ min: 10, max: 99 })}`
  return {
    ...{ name: `${email}: registers`, at: moments.daysAgo(days) },
    run: (services) =>
      createUser(services, {
        ...{ email, firstName, lastName, phone, role: 'CONSUMER_USER', ...(company && { companyName: company }) },
        password: randomBytes(24).toString('base64url'),
      }),
  }
}

const areaCodes = ['615', '629', '931', '423', '865', '901']

function planEvents({ moments, random, coupons }: CustomerParts, { email, events }: Customer): HistoryStep[] {
  // A user can use each coupon once.
  const used = new Set<string>()
  return events.flatMap((event, index) => {
    const name = `${email}: ${index + 1}`
    const at = moments.daysAgo(event.days)
    const target = 'pack' in event ? 'PACK' : 'SUBSCRIPTION'
    const knowsCoupon = random.helpers.maybe(() => true, { probability: 0.7 })
    const found = knowsCoupon ? findSeasonalCoupon(coupons, at, target) : undefined
    const couponCode = found !== undefined && !used.has(found) ? found : undefined
    if (found !== undefined) used.add(found)
    const step = { name, at, run: (services: HistoryServices) => runEvent(services, email, event, couponCode) }
    const failedRenewal = 'plan' in event ? event.failedRenewal : undefined
    if (failedRenewal === undefined) return [step]
    return [step, ...planFailure(moments, { name, email, renewsAt: addMonths(at, failedRenewal) })]
  })
}

type FailedRenewal = { name: string; email: string; renewsAt: Date }

/** The bank refuses the renewal and its first retry. */
const planFailure = (moments: Moments, { name, email, renewsAt }: FailedRenewal): HistoryStep[] => [
  {
    ...{ name: `${name}, a card that fails`, at: moments.daysAfter(renewsAt, -8) },
    run: async ({ as }) => changeCard(await as(email), '4000000000000341'),
  },
  {
    ...{ name: `${name}, another card`, at: new Date(renewsAt.getTime() + 4.1 * dayMs) },
    run: async ({ as }) => changeCard(await as(email)),
  },
]

async function runEvent({ as }: HistoryServices, email: string, event: CustomerEvent, couponCode: string | undefined) {
  const user = await as(email)
  if ('plan' in event) return subscribe(user, event.plan, { couponCode, interval: event.interval })
  if ('pack' in event) return buyPack(user, event.pack, { couponCode })
  if ('change' in event) return changePlan(user, event.change)
  if ('cancel' in event) return user.call(billing.cancel, { body: { atPeriodEnd: true } })
  return changeCard(user, '4000000000000341')
}

/** They look in now and then, at first often. */
function planVisits({ moments, random }: CustomerParts, { email, days, events }: Customer): HistoryStep[] {
  const isSuspended = suspendedCustomers.some((suspended) => suspended === email)
  const lastDay = isSuspended || events.some((event) => 'cancel' in event) ? Math.min(...events.map((e) => e.days)) : 1
  const steps: HistoryStep[] = []
  for (let day = days - 1, gap = 4; day > lastDay; day -= random.number.int({ min: gap, max: gap * 3 })) {
    steps.push({
      ...{ name: `${email}: visit ${steps.length + 1}`, at: moments.daysAgo(day) },
      run: async ({ as }) => (await as(email)).call(account.me),
    })
    gap = Math.min(28, gap + 5)
  }
  return steps
}
