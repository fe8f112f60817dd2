import type { BillingInterval, Plan } from '@dooryard/contract/billing/plans'

/** `$149 per month`. */
export const intervalLabels = { MONTH: 'per month', YEAR: 'per year' } as const satisfies Record<
  BillingInterval,
  string
>

export const intervalNouns = { MONTH: 'month', YEAR: 'year' } as const satisfies Record<BillingInterval, string>

/** Returns the price of a plan by the interval; undefined if it is not sold that way. */
export const getPlanPrice = ({ price, annualPrice }: Plan, interval: BillingInterval) =>
  interval === 'YEAR' ? annualPrice : price

/** Returns the interval, or the month if no plan is sold by the year. */
export const getSoldInterval = (plans: readonly Plan[], interval: BillingInterval): BillingInterval =>
  plans.some(({ annualPrice }) => annualPrice) ? interval : 'MONTH'

/** Returns how much less a year costs than twelve months, in whole percent; 0 if nothing. */
export function getAnnualSaving({ price, annualPrice }: Plan): number {
  if (!annualPrice) return 0
  return Math.max(0, Math.floor((1 - annualPrice.amount / (price.amount * 12)) * 100))
}

/** Returns the plans that are sold by the interval, cheapest first. */
export const listPlansFor = (plans: readonly Plan[], interval: BillingInterval): Plan[] =>
  plans
    .filter((plan) => getPlanPrice(plan, interval) !== undefined)
    .toSorted((one, other) => one.price.amount - other.price.amount)
