import { hello, letterTo, type Portal, type Reader } from '../../platform/mail/letter-to.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { plansPage } from './billing-mails.ts'
import type { PlanTerms } from './provider.ts'
import { creditsInWords, dayInWords, moneyInWords } from './settle/figures-in-words.ts'

/** What comes after the period of a subscription: `until` is when it ends if nothing does. */
type Outcome = { planName: string; until: Date; periodEnd: Date; next: PlanTerms }

const subscribed = 'You get this mail because you have a Dooryard subscription.'

/** After a subscription was cancelled, which ends it with its period. */
export const cancellationMail = (portal: Portal, reader: Reader, { planName, ...ends }: Outcome): Mail => {
  const until = dayInWords(ends.until)
  return letterTo(portal, reader, {
    subject: 'Your Dooryard subscription is cancelled',
    preview: `${planName} goes on until ${until}, and is not renewed.`,
    heading: 'Your subscription is cancelled',
    body: [
      `${hello(reader)}, ${planName} was cancelled. It goes on until ${until}, and is not renewed.`,
      'Its credits are yours to spend until then. What is left of them lapses with it; on-demand credits that you ' +
        'bought stay.',
      'If you change your mind, you can keep it until that day.',
      { button: 'Keep your subscription', to: plansPage },
    ],
    reason: subscribed,
  })
}

const renewalInWords = ({ periodEnd, next }: Outcome) =>
  `It renews on ${dayInWords(periodEnd)}, with ${creditsInWords(next.credits)} for ` +
  `${moneyInWords(next.price, next.currency)}.`

/** After a cancellation was undone. */
export const keptMail = (portal: Portal, reader: Reader, outcome: Outcome): Mail =>
  letterTo(portal, reader, {
    subject: 'Your Dooryard subscription goes on',
    preview: `${outcome.planName} is no longer cancelled.`,
    heading: 'Your subscription goes on',
    body: [
      `${hello(reader)}, ${outcome.planName} is no longer cancelled, and its credits stay.`,
      renewalInWords(outcome),
      { link: 'See your subscription', to: plansPage },
    ],
    reason: subscribed,
  })

/** After a smaller plan was chosen, which waits for the next period. */
export const nextPlanMail = (portal: Portal, reader: Reader, { planName, periodEnd, next }: Outcome): Mail => {
  const from = dayInWords(periodEnd)
  return letterTo(portal, reader, {
    subject: `Your Dooryard plan changes to ${next.name}`,
    preview: `${next.name} begins on ${from}. Until then nothing changes.`,
    heading: 'Your plan changes with the next period',
    body: [
      `${hello(reader)}, ${next.name} begins on ${from}: ${creditsInWords(next.credits)} each month for ` +
        `${moneyInWords(next.price, next.currency)}.`,
      `Until then ${planName} and its credits stay as they are, and nothing is charged.`,
      `If you change your mind, you can stay with ${planName} until that day.`,
      { link: 'See your subscription', to: plansPage },
    ],
    reason: subscribed,
  })
}

/** After a plan that waited for the next period was taken back. */
export const planKeptMail = (portal: Portal, reader: Reader, outcome: Outcome): Mail =>
  letterTo(portal, reader, {
    subject: `You stay with Dooryard ${outcome.planName}`,
    preview: 'Your plan no longer changes with the next period.',
    heading: `You stay with ${outcome.planName}`,
    body: [
      `${hello(reader)}, your plan no longer changes with the next period: you stay with ${outcome.planName}.`,
      renewalInWords(outcome),
      { link: 'See your subscription', to: plansPage },
    ],
    reason: subscribed,
  })
