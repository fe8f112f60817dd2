import type { PaymentMethod } from '@dooryard/contract/billing'
import type { Subscription } from '@dooryard/contract/subscriptions'
import { formatDay, formatMoney, titleCase } from '../../../lib/format.ts'
import { subscriptionLabels } from '../../../lib/subscription-words.ts'

type Live = Subscription & { status: Exclude<Subscription['status'], 'INACTIVE'> }

/** Whether there is a subscription, paid or with days of grace left. */
export const isLive = (subscription: Subscription | undefined): subscription is Live =>
  subscription !== undefined && subscription.status !== 'INACTIVE'

/** How a subscription stands, as its badge has it. */
export function subscriptionStatus({ status, cancelAtPeriodEnd, currentPeriodEnd }: Subscription) {
  const label = subscriptionLabels[status]
  if (status === 'INACTIVE') return { status: 'PENDING', label } as const
  if (status === 'PAST_DUE')
    return { status: 'FAILED', label: cancelAtPeriodEnd ? `${label}, cancelled` : label } as const
  if (cancelAtPeriodEnd) return { status: 'INCOMPLETE', label: `Ends ${formatDay(currentPeriodEnd)}` } as const
  return { status: 'COMPLETED', label } as const
}

/** What a renewal that was not paid would have cost: it may have been the first month of a smaller plan. */
export const overdueAmount = ({ next, price }: Subscription) => next?.price ?? price

/** What is to come of a subscription whose renewal was not paid. */
export function pastDueText(subscription: Subscription): string {
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

/** What cancelling does to the subscription itself, sentence by sentence. */
export function cancelSteps(subscription: Subscription): string[] {
  const { planName, status, currentPeriodEnd, next } = subscription
  const end = formatDay(currentPeriodEnd)
  if (status !== 'PAST_DUE')
    return [
      `${planName} ends on ${end}. It is not charged again.`,
      'Until then everything works as it does now.',
      ...(next ? [`The change to ${next.planName} is dropped. Undoing this does not bring it back.`] : []),
    ]
  return [
    `${planName} ends at once.`,
    `${formatMoney(overdueAmount(subscription))} for the month until ${end} is unpaid, and no longer asked for.`,
  ]
}

const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
}

/** `Visa`, `American Express`. */
export const brandName = ({ brand }: PaymentMethod) => brands[brand.toLowerCase()] ?? titleCase(brand)

/** `Visa ending in 4242`. */
export const cardName = (card: PaymentMethod) => `${brandName(card)} ending in ${card.last4}`

/** `12/2030`. */
export const cardExpiry = ({ expMonth, expYear }: PaymentMethod) => `${String(expMonth).padStart(2, '0')}/${expYear}`

/** Whether a card is of no use any more at an instant: it is good until its month is over. */
export const expiresBefore = ({ expMonth, expYear }: PaymentMethod, instant: string) =>
  Date.parse(instant) >= Date.UTC(expYear, expMonth)
