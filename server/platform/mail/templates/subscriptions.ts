import { formatDay, formatMoney, pluralize } from '../../util/format.ts'
import { mailTemplate } from './template.ts'

const plansPage = '/portal/settings/subscription'
const seeSubscription = { link: 'See your subscription', to: plansPage }
const subscriberReason = 'You get this mail because you have a Dooryard subscription.'

type UnpaidRenewal = { planName: string; amount: number; currency: string; until: Date }

export const paymentFailedMail = mailTemplate({
  title: 'Renewal failed',
  sample: { planName: 'Growth', amount: 14_900, currency: 'USD', until: new Date('2026-12-09T00:00:00Z') },
  write: ({ planName, amount, currency, ...unpaid }: UnpaidRenewal, { hello }) => {
    const until = formatDay(unpaid.until)
    return {
      subject: 'We could not renew your Dooryard subscription',
      preview: `Please change your card by ${until}.`,
      heading: 'Your payment did not go through',
      body: [
        `${hello}, we tried to charge ${formatMoney(amount, currency)} for ${planName}, and your card was not accepted.`,
        `Your subscription continues until ${until}. ` +
          'You can still use the credits you have; new ones come with the payment.',
        'Please change your card. We then try again at once.',
        { button: 'Change your card', to: '/portal/settings/billing' },
      ],
      reason: subscriberReason,
    }
  },
})

/** `expired` is the number of credits that expired with the subscription. */
type EndedSubscription = { planName: string; endedAt: Date; expired: number }

const ended = {
  subject: 'Your Dooryard subscription has ended',
  heading: 'Your subscription has ended',
  reason: 'You get this mail because you had a Dooryard subscription.',
}
const sampleEnded = { planName: 'Growth', endedAt: new Date('2026-12-02T00:00:00Z'), expired: 640 }

const formatExpiredCredits = (expired: number) =>
  expired > 0
    ? `${pluralize(expired, 'credit')} of it had not been spent and expired with it. Pay-as-you-go credits stay.`
    : 'Pay-as-you-go credits that you bought stay.'

/** Sent after a subscription ended, by the reason. */
export const subscriptionEndedMails = {
  CANCELLED: mailTemplate({
    title: 'Subscription ended as cancelled',
    sample: sampleEnded,
    write: ({ planName, endedAt, expired }: EndedSubscription, { hello }) => ({
      ...ended,
      preview: `${planName} ended as you asked. You are welcome back at any time.`,
      body: [
        `${hello}, ${planName} ended on ${formatDay(endedAt)}, as it was cancelled. Thank you for the time with us.`,
        formatExpiredCredits(expired),
        'Your account, your campaigns and your files are still there, and you are welcome back at any time.',
        { link: 'See the plans', to: plansPage },
      ],
    }),
  }),
  PAYMENT_FAILED: mailTemplate({
    title: 'Subscription ended unpaid',
    sample: { ...sampleEnded, expired: 0 },
    write: ({ planName, endedAt, expired }: EndedSubscription, { hello }) => ({
      ...ended,
      preview: `${planName} ended because its renewal was not paid.`,
      body: [
        `${hello}, ${planName} ended on ${formatDay(endedAt)}, because its renewal was not paid.`,
        formatExpiredCredits(expired),
        'You can subscribe again at any time.',
        { button: 'Choose a plan', to: plansPage },
      ],
    }),
  }),
}

/** What follows the current period of a subscription: `until` is when it ends if nothing does. */
type SubscriptionOutcome = {
  planName: string
  until: Date
  periodEnd: Date
  next: { name: string; interval: 'MONTH' | 'YEAR'; price: number; currency: string; credits: number }
}

const sampleOutcome = {
  planName: 'Growth',
  until: new Date('2026-12-02T00:00:00Z'),
  periodEnd: new Date('2026-12-02T00:00:00Z'),
  next: { name: 'Starter', interval: 'MONTH' as const, price: 4900, currency: 'USD', credits: 1000 },
}

function formatRenewal({ periodEnd, next }: SubscriptionOutcome): string {
  const [day, credits] = [formatDay(periodEnd), pluralize(next.credits, 'credit')]
  const price = formatMoney(next.price, next.currency)
  return next.interval === 'YEAR'
    ? `It renews on ${day} for ${price} a year, with ${credits} each month.`
    : `It renews on ${day}, with ${credits} for ${price}.`
}

/** Sent after the change that follows the current period was replaced, by the new outcome. */
export const outcomeMails = {
  CANCELLED: mailTemplate({
    title: 'Subscription cancelled',
    sample: sampleOutcome,
    write: ({ planName, ...outcome }: SubscriptionOutcome, { hello }) => {
      const until = formatDay(outcome.until)
      return {
        subject: 'Your Dooryard subscription is cancelled',
        preview: `${planName} continues until ${until}, and is not renewed.`,
        heading: 'Your subscription is cancelled',
        body: [
          `${hello}, ${planName} was cancelled. It continues until ${until}, and is not renewed.`,
          'You can use its credits until then. Unused ones expire with it; pay-as-you-go ' +
            'credits that you bought stay.',
          'If you change your mind, you can keep it until that day.',
          { button: 'Keep your subscription', to: plansPage },
        ],
        reason: subscriberReason,
      }
    },
  }),
  KEPT: mailTemplate({
    title: 'Cancellation undone',
    sample: { ...sampleOutcome, planName: 'Starter' },
    write: (outcome: SubscriptionOutcome, { hello }) => ({
      subject: 'Your Dooryard subscription continues',
      preview: `${outcome.planName} is no longer cancelled.`,
      heading: 'Your subscription continues',
      body: [
        `${hello}, ${outcome.planName} is no longer cancelled, and its credits stay.`,
        formatRenewal(outcome),
        seeSubscription,
      ],
      reason: subscriberReason,
    }),
  }),
  NEXT_PLAN: mailTemplate({
    title: 'Plan changes with the next period',
    sample: sampleOutcome,
    write: ({ planName, periodEnd, next }: SubscriptionOutcome, { hello }) => {
      const from = formatDay(periodEnd)
      return {
        subject: `Your Dooryard plan changes to ${next.name}`,
        preview: `${next.name} begins on ${from}. Until then nothing changes.`,
        heading: 'Your plan changes with the next period',
        body: [
          `${hello}, ${next.name} begins on ${from}: ${pluralize(next.credits, 'credit')} each month for ` +
            `${formatMoney(next.price, next.currency)}${next.interval === 'YEAR' ? ' a year' : ''}.`,
          `Until then ${planName} and its credits stay as they are, and nothing is charged.`,
          `If you change your mind, you can stay with ${planName} until that day.`,
          seeSubscription,
        ],
        reason: subscriberReason,
      }
    },
  }),
  PLAN_KEPT: mailTemplate({
    title: 'Plan change undone',
    sample: { ...sampleOutcome, planName: 'Starter' },
    write: (outcome: SubscriptionOutcome, { hello }) => ({
      subject: `You stay with Dooryard ${outcome.planName}`,
      preview: 'Your plan no longer changes with the next period.',
      heading: `You stay with ${outcome.planName}`,
      body: [
        `${hello}, your plan no longer changes with the next period: you stay with ${outcome.planName}.`,
        formatRenewal(outcome),
        seeSubscription,
      ],
      reason: subscriberReason,
    }),
  }),
}
