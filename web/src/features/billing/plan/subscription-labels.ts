import type { PaymentMethod } from '@dooryard/contract/billing/billing'
import type { Subscription } from '@dooryard/contract/billing/subscriptions'
import { formatDay, formatMoney, toTitleCase } from '../../../lib/format/format.ts'
import { subscriptionLabels } from '../../../lib/labels/subscription-labels.ts'
import { intervalNouns } from './interval-labels.ts'

type LiveSubscription = Subscription & { status: Exclude<Subscription['status'], 'INACTIVE'> }

/** Whether there is a subscription that is active or within its grace period. */
export const isLiveSubscription = (subscription: Subscription | undefined): subscription is LiveSubscription =>
  subscription !== undefined && subscription.status !== 'INACTIVE'

/** Returns the badge of a subscription. */
export function getSubscriptionStatus({ status, cancelAtPeriodEnd, currentPeriodEnd }: Subscription) {
  const label = subscriptionLabels[status]
  if (status === 'INACTIVE') return { status: 'PENDING', label } as const
  if (status === 'PAST_DUE')
    return { status: 'FAILED', label: cancelAtPeriodEnd ? `${label}, cancelled` : label } as const
  if (cancelAtPeriodEnd) return { status: 'INCOMPLETE', label: `Ends ${formatDay(currentPeriodEnd)}` } as const
  return { status: 'COMPLETED', label } as const
}

/** Returns what the unpaid renewal would have cost, which may be the price of a scheduled smaller plan. */
export const getOverdueAmount = ({ next, price }: Subscription) => next?.price ?? price

/** Describes what happens to a subscription with an unpaid renewal. */
export function formatPastDue(subscription: Subscription): string {
  const { planName, next, graceUntil, cancelAtPeriodEnd, currentPeriodEnd } = subscription
  const name = next?.planName ?? planName
  const paid = cancelAtPeriodEnd
    ? `You cancelled: once it is paid, ${name} runs until ${formatDay(currentPeriodEnd)} and is not charged again.`
    : 'The credits you have can still be spent; new ones come with the payment.'
  return [
    `Unless it is paid by ${formatDay(graceUntil)}, ${planName} ends then.`,
    'Change your card, and it is tried again.',
    paid,
  ].join(' ')
}

/** Lists what cancelling does to the subscription, one sentence each. */
export function listCancelEffects(subscription: Subscription): string[] {
  const { planName, status, interval, currentPeriodEnd, next } = subscription
  const end = formatDay(currentPeriodEnd)
  if (status !== 'PAST_DUE')
    return [
      `${planName} ends on ${end}. It is not charged again.`,
      interval === 'YEAR'
        ? 'Until then you get the credits of each month as before.'
        : 'Until then everything works as it does now.',
      ...(next ? [`The change to ${next.planName} is dropped. Undoing this does not bring it back.`] : []),
    ]
  return [
    `${planName} ends at once.`,
    `${formatMoney(getOverdueAmount(subscription))} for the ${intervalNouns[interval]} until ${end} is unpaid, and no longer asked for.`,
  ]
}

const brandLabels: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
}

/** `Visa`, `American Express`. */
export const formatCardBrand = ({ brand }: PaymentMethod) => brandLabels[brand.toLowerCase()] ?? toTitleCase(brand)

/** `Visa ending in 4242`. */
export const formatCard = (card: PaymentMethod) => `${formatCardBrand(card)} ending in ${card.last4}`

/** `12/2030`. */
export const formatCardExpiry = ({ expMonth, expYear }: PaymentMethod) =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`

/** Whether a card has expired at an instant: a card is valid until the end of its month. */
export const isCardExpiredAt = ({ expMonth, expYear }: PaymentMethod, instant: string) =>
  Date.parse(instant) >= Date.UTC(expYear, expMonth)
