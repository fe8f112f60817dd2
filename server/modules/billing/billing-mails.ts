import { hello, letterTo, type Portal, type Reader } from '../../platform/mail/letter-to.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { creditsInWords, dayInWords, moneyInWords } from './settle/figures-in-words.ts'

export const plansPage = '/portal/settings/subscription'

const billingPage = '/portal/settings/billing'
const payAsYouGoPage = '/portal/settings/pay-as-you-go'

type Paid = { description: string; invoiceNumber: string; amount: number; currency: string }

/** After a payment, with the number of its invoice. */
export const receiptMail = (portal: Portal, reader: Reader, paid: Paid & { paidAt: Date }): Mail => {
  const amount = moneyInWords(paid.amount, paid.currency)
  return letterTo(portal, reader, {
    subject: `Your Dooryard receipt ${paid.invoiceNumber}`,
    preview: `${paid.description}: ${amount}`,
    heading: paid.amount > 0 ? 'Thank you for your payment' : 'Thank you for your purchase',
    body: [
      paid.amount > 0
        ? `${hello(reader)}, we received ${amount} on ${dayInWords(paid.paidAt)} for: ${paid.description}.`
        : `${hello(reader)}, on ${dayInWords(paid.paidAt)} you got for nothing: ${paid.description}.`,
      `The number of your invoice is ${paid.invoiceNumber}. You find it, and all others, under Billing.`,
      { button: 'See your invoices', to: billingPage },
    ],
    reason: 'You get this mail because something was bought with your Dooryard account.',
  })
}

type Unpaid = { planName: string; amount: number; currency: string; until: Date }

/** After a renewal that was not paid. */
export const paymentFailedMail = (portal: Portal, reader: Reader, unpaid: Unpaid): Mail => {
  const until = dayInWords(unpaid.until)
  const amount = moneyInWords(unpaid.amount, unpaid.currency)
  return letterTo(portal, reader, {
    subject: 'We could not renew your Dooryard subscription',
    preview: `Please change your card by ${until}.`,
    heading: 'Your payment did not go through',
    body: [
      `${hello(reader)}, we tried to charge ${amount} for ${unpaid.planName}, and your card was not accepted.`,
      `Your subscription goes on until ${until}. ` +
        'The credits that you have stay yours to spend; new ones come with the payment.',
      'Please change your card. We then try again at once.',
      { button: 'Change your card', to: billingPage },
    ],
    reason: 'You get this mail because you have a Dooryard subscription.',
  })
}

type Ended = { planName: string; endedAt: Date; lapsed: number; reason: 'CANCELLED' | 'PAYMENT_FAILED' }

/** After a subscription ended, because it was cancelled or because it was not paid for. */
export const subscriptionEndedMail = (portal: Portal, reader: Reader, ended: Ended): Mail =>
  ended.reason === 'CANCELLED' ? goodbyeMail(portal, reader, ended) : unpaidEndMail(portal, reader, ended)

const lapsedInWords = (lapsed: number) =>
  lapsed > 0
    ? `${creditsInWords(lapsed)} of it had not been spent and lapsed with it. On-demand credits stay.`
    : 'On-demand credits that you bought stay.'

const goodbyeMail = (portal: Portal, reader: Reader, { planName, endedAt, lapsed }: Ended): Mail =>
  letterTo(portal, reader, {
    subject: 'Your Dooryard subscription has ended',
    preview: `${planName} ended as you asked. You are welcome back at any time.`,
    heading: 'Your subscription has ended',
    body: [
      `${hello(reader)}, ${planName} ended on ${dayInWords(endedAt)}, as it was cancelled. ` +
        'Thank you for the time with us.',
      lapsedInWords(lapsed),
      'Your account, your campaigns and your files are still there, and you are welcome back at any time.',
      { link: 'See the plans', to: plansPage },
    ],
    reason: 'You get this mail because you had a Dooryard subscription.',
  })

const unpaidEndMail = (portal: Portal, reader: Reader, { planName, endedAt, lapsed }: Ended): Mail =>
  letterTo(portal, reader, {
    subject: 'Your Dooryard subscription has ended',
    preview: `${planName} ended because its renewal was not paid.`,
    heading: 'Your subscription has ended',
    body: [
      `${hello(reader)}, ${planName} ended on ${dayInWords(endedAt)}, because its renewal was not paid.`,
      lapsedInWords(lapsed),
      'You can subscribe again at any time.',
      { button: 'Choose a plan', to: plansPage },
    ],
    reason: 'You get this mail because you had a Dooryard subscription.',
  })

type Refunded = Paid & { creditNoteNumber: string }
/** What was paid back, whether that switched automatic top-up off, and why where somebody said so. */
type PaidBack = Refunded & { creditsGranted: number; refundReason: string | null; isTopUpOff: boolean }

/** After a payment was paid back, which may have switched automatic top-up off. */
export const refundMail = (portal: Portal, reader: Reader, paid: PaidBack): Mail => {
  const amount = moneyInWords(paid.amount, paid.currency)
  return letterTo(portal, reader, {
    subject: `Your Dooryard payment was refunded: ${paid.invoiceNumber}`,
    preview: paid.amount > 0 ? `${amount} is on its way back to you.` : 'It had cost nothing.',
    heading: 'Your payment was refunded',
    body: [
      `${hello(reader)}, we ${paid.amount > 0 ? `paid back ${amount} for` : 'took back'}: ${paid.description} ` +
        `(invoice ${paid.invoiceNumber}).`,
      paid.amount > 0
        ? 'It goes to the card that it was paid with. Banks take a few days.'
        : 'It had cost nothing, so nothing is paid back.',
      ...(paid.refundReason ? [`Reason: ${paid.refundReason}`] : []),
      ...(paid.creditsGranted > 0
        ? ['What was left of its credits was taken back: of each kind, the oldest credits count as spent first.']
        : []),
      creditNoteInWords(paid),
      ...topUpOffInWords(paid),
      { link: 'See your payments', to: billingPage },
    ],
    reason: 'You get this mail because a payment of your Dooryard account was refunded.',
  })
}

const creditNoteInWords = ({ creditNoteNumber }: Refunded) =>
  `The number of your credit note is ${creditNoteNumber}. You find it beside the invoice, under Billing.`

const topUpOffInWords = ({ isTopUpOff }: PaidBack) =>
  isTopUpOff
    ? ['Automatic top-up is switched off now, so that they are not bought again. You can switch it on at any time.']
    : []

/** After the payer's bank took a payment back, which may have switched automatic top-up off. */
export const disputedMail = (portal: Portal, reader: Reader, paid: PaidBack): Mail => {
  const amount = moneyInWords(paid.amount, paid.currency)
  return letterTo(portal, reader, {
    subject: `Your Dooryard payment was disputed: ${paid.invoiceNumber}`,
    preview: `Your bank took ${amount} back.`,
    heading: 'Your payment was disputed',
    body: [
      `${hello(reader)}, the payment was disputed at your bank, which took back ${amount} for: ${paid.description} ` +
        `(invoice ${paid.invoiceNumber}).`,
      'If that was a mistake, please tell your bank.',
      ...(paid.creditsGranted > 0
        ? ['What was left of its credits was taken back. You can buy them again at any time.']
        : []),
      creditNoteInWords(paid),
      ...topUpOffInWords(paid),
      { link: 'See your payments', to: billingPage },
    ],
    reason: 'You get this mail because a payment of your Dooryard account was disputed.',
  })
}

/** After somebody subscribed twice, as in two windows. A coupon may have made the second free. */
export const duplicateRefundedMail = (portal: Portal, reader: Reader, paid: Refunded): Mail => {
  const { description, invoiceNumber } = paid
  const amount = moneyInWords(paid.amount, paid.currency)
  const done = paid.amount > 0 ? 'refunded' : 'ended'
  return letterTo(portal, reader, {
    subject: `Your second Dooryard subscription was ${done}`,
    preview: `You had one already, so we ended the second${paid.amount > 0 ? ' and paid it back' : ''}.`,
    heading: `Your second subscription was ${done}`,
    body: [
      `${hello(reader)}, you subscribed while you had a subscription already, perhaps in two windows at once.`,
      paid.amount > 0
        ? `An account has one, so we ended the second at once and paid back ${amount} for: ${description} (invoice ` +
          `${invoiceNumber}). It goes to the card that it was paid with. Banks take a few days.`
        : `An account has one, so we ended the second at once: ${description} (invoice ${invoiceNumber}). It had cost ` +
          'nothing, so nothing is paid back.',
      creditNoteInWords(paid),
      'Your first subscription goes on. To have another plan, change it there.',
      { button: 'See your subscription', to: plansPage },
    ],
    reason: 'You get this mail because you subscribed twice with your Dooryard account.',
  })
}

type Declined = { packName: string; amount: number; currency: string; failure: string }

/** After an automatic purchase failed and was switched off. */
export const topUpFailedMail = (portal: Portal, reader: Reader, declined: Declined): Mail => {
  const amount = moneyInWords(declined.amount, declined.currency)
  return letterTo(portal, reader, {
    subject: 'Your Dooryard automatic top-up was switched off',
    preview: 'The payment for it did not go through.',
    heading: 'Your automatic top-up did not go through',
    body: [
      `${hello(reader)}, you were running low, so we tried to buy ${declined.packName} for ${amount}. ` +
        declined.failure,
      'Nothing was charged. Automatic top-up is switched off now, so that it does not go on failing.',
      'Change your card, then switch it on again.',
      { button: 'Go to pay-as-you-go', to: payAsYouGoPage },
    ],
    reason: 'You get this mail because automatic top-up was switched on for your Dooryard account.',
  })
}

/** After the pack of an automatic purchase could no longer be bought, which switched it off. */
export const topUpPackGoneMail = (portal: Portal, reader: Reader, { why }: { why: string }): Mail =>
  letterTo(portal, reader, {
    subject: 'Your Dooryard automatic top-up was switched off',
    preview: why,
    heading: 'Your automatic top-up was switched off',
    body: [
      `${hello(reader)}, you were running low, so your pack was to be bought. ${why}`,
      'Nothing was charged. Choose another pack to switch automatic top-up on again.',
      { button: 'Go to pay-as-you-go', to: payAsYouGoPage },
    ],
    reason: 'You get this mail because automatic top-up was switched on for your Dooryard account.',
  })
