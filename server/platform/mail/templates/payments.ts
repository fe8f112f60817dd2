import { formatDay, formatMoney } from '../../util/format.ts'
import { mailTemplate } from './template.ts'

const billingPage = '/portal/settings/billing'
const payAsYouGo = { button: 'Go to pay-as-you-go', to: '/portal/settings/pay-as-you-go' }
const seePayments = { link: 'See your payments', to: billingPage }

type PaymentDetails = { description: string; invoiceNumber: string; amount: number; currency: string }

const samplePaid = { description: '2,500 credits', invoiceNumber: 'DY-000042', amount: 14_900, currency: 'USD' }

type Receipt = PaymentDetails & { transactionId: string; paidAt: Date }

export const receiptMail = mailTemplate({
  title: 'Receipt',
  sample: {
    ...samplePaid,
    transactionId: '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a51',
    paidAt: new Date('2026-11-02T09:30:00Z'),
  },
  write: ({ description, invoiceNumber, transactionId, paidAt, ...paid }: Receipt, { hello }) => {
    const amount = formatMoney(paid.amount, paid.currency)
    return {
      subject: `Your Dooryard receipt ${invoiceNumber}`,
      preview: `${description}: ${amount}`,
      heading: paid.amount > 0 ? 'Thank you for your payment' : 'Thank you for your purchase',
      body: [
        paid.amount > 0
          ? `${hello}, we received ${amount} on ${formatDay(paidAt)} for: ${description}.`
          : `${hello}, you got this for free on ${formatDay(paidAt)}: ${description}.`,
        { button: `View invoice ${invoiceNumber}`, to: `${billingPage}?invoice=${transactionId}` },
        { link: 'See all invoices', to: billingPage },
      ],
      reason: 'You get this mail because something was bought with your Dooryard account.',
    }
  },
})

type RefundDetails = PaymentDetails & { creditNoteNumber: string }
/** A reversal: the amounts, whether it switched automatic top-up off, and the reason where one was given. */
type ReversalDetails = RefundDetails & { creditsGranted: number; refundReason: string | null; isTopUpOff: boolean }

const sampleRefunded = { ...samplePaid, creditNoteNumber: 'DY-CN-000007' }
const sampleReversal = { ...sampleRefunded, creditsGranted: 2500, isTopUpOff: true }

const formatCreditNote = ({ creditNoteNumber }: RefundDetails) =>
  `The number of your credit note is ${creditNoteNumber}. You find it beside the invoice, under Billing.`

const formatTopUpOff = ({ isTopUpOff }: ReversalDetails) =>
  isTopUpOff
    ? ['Automatic top-up is switched off now, so that they are not bought again. You can switch it on at any time.']
    : []

export const refundMail = mailTemplate({
  title: 'Refund',
  sample: { ...sampleReversal, refundReason: 'Bought twice by mistake' },
  write: (paid: ReversalDetails, { hello }) => {
    const amount = formatMoney(paid.amount, paid.currency)
    return {
      subject: `Your Dooryard payment was refunded: ${paid.invoiceNumber}`,
      preview: paid.amount > 0 ? `${amount} is being refunded to you.` : 'It had cost nothing.',
      heading: 'Your payment was refunded',
      body: [
        `${hello}, we ${paid.amount > 0 ? `paid back ${amount} for` : 'took back'}: ${paid.description} ` +
          `(invoice ${paid.invoiceNumber}).`,
        paid.amount > 0
          ? 'It goes to the card that it was paid with. Banks take a few days.'
          : 'It had cost nothing, so nothing is paid back.',
        ...(paid.refundReason ? [`Reason: ${paid.refundReason}`] : []),
        ...(paid.creditsGranted > 0
          ? ['What was left of its credits was taken back: of each kind, the oldest credits count as spent first.']
          : []),
        formatCreditNote(paid),
        ...formatTopUpOff(paid),
        seePayments,
      ],
      reason: 'You get this mail because a payment of your Dooryard account was refunded.',
    }
  },
})

export const disputedMail = mailTemplate({
  title: 'Payment disputed',
  sample: { ...sampleReversal, refundReason: null },
  write: (paid: ReversalDetails, { hello }) => {
    const amount = formatMoney(paid.amount, paid.currency)
    return {
      subject: `Your Dooryard payment was disputed: ${paid.invoiceNumber}`,
      preview: `Your bank took ${amount} back.`,
      heading: 'Your payment was disputed',
      body: [
        `${hello}, the payment was disputed at your bank, which took back ${amount} for: ${paid.description} ` +
          `(invoice ${paid.invoiceNumber}).`,
        'If that was a mistake, please tell your bank.',
        ...(paid.creditsGranted > 0
          ? ['What was left of its credits was taken back. You can buy them again at any time.']
          : []),
        formatCreditNote(paid),
        ...formatTopUpOff(paid),
        seePayments,
      ],
      reason: 'You get this mail because a payment of your Dooryard account was disputed.',
    }
  },
})

/** Sent after a user subscribed twice, as in two windows. A coupon may have made the second free. */
export const duplicateRefundedMail = mailTemplate({
  title: 'Second subscription ended',
  sample: { ...sampleRefunded, description: 'Growth, November 2 to December 2, 2026' },
  write: (paid: RefundDetails, { hello }) => {
    const { description, invoiceNumber } = paid
    const done = paid.amount > 0 ? 'refunded' : 'ended'
    return {
      subject: `Your second Dooryard subscription was ${done}`,
      preview: `You had one already, so we ended the second${paid.amount > 0 ? ' and paid it back' : ''}.`,
      heading: `Your second subscription was ${done}`,
      body: [
        `${hello}, you subscribed while you had a subscription already, perhaps in two windows at once.`,
        paid.amount > 0
          ? `An account has one, so we ended the second at once and paid back ${formatMoney(paid.amount, paid.currency)} ` +
            `for: ${description} (invoice ${invoiceNumber}). It goes to the card that it was paid with. Banks take a ` +
            'few days.'
          : `An account has one, so we ended the second at once: ${description} (invoice ${invoiceNumber}). It had cost ` +
            'nothing, so nothing is paid back.',
        formatCreditNote(paid),
        'Your first subscription continues. To have another plan, change it there.',
        { button: 'See your subscription', to: '/portal/settings/subscription' },
      ],
      reason: 'You get this mail because you subscribed twice with your Dooryard account.',
    }
  },
})

const switchedOff = {
  subject: 'Your Dooryard automatic top-up was switched off',
  reason: 'You get this mail because automatic top-up was switched on for your Dooryard account.',
}

type DeclinedTopUp = { packName: string; amount: number; currency: string; failure: string }

export const topUpFailedMail = mailTemplate({
  title: 'Automatic top-up declined',
  sample: { packName: '2,500 credits', amount: 14_900, currency: 'USD', failure: 'The card was declined.' },
  write: ({ packName, amount, currency, failure }: DeclinedTopUp, { hello }) => ({
    ...switchedOff,
    preview: 'The payment for it did not go through.',
    heading: 'Your automatic top-up did not go through',
    body: [
      `${hello}, you were running low, so we tried to buy ${packName} for ${formatMoney(amount, currency)}. ${failure}`,
      'Nothing was charged. Automatic top-up is switched off now, so that it does not keep failing.',
      'Change your card, then switch it on again.',
      payAsYouGo,
    ],
  }),
})

export const topUpPackGoneMail = mailTemplate({
  title: 'Automatic top-up without its pack',
  sample: { why: '2,500 credits is no longer available.' },
  write: ({ why }: { why: string }, { hello }) => ({
    ...switchedOff,
    preview: why,
    heading: 'Your automatic top-up was switched off',
    body: [
      `${hello}, you were running low, so your pack was to be bought. ${why}`,
      'Nothing was charged. Choose another pack to switch automatic top-up on again.',
      payAsYouGo,
    ],
  }),
})
