import { formatMoney } from '../../util/format.ts'
import { mailTemplate } from './template.ts'

type PartialRefundDetails = {
  description: string
  invoiceNumber: string
  creditNoteNumber: string
  /** Cents: what is refunded, of what was paid. */
  amount: number
  paidAmount: number
  currency: string
  hasCredits: boolean
  reason: string
  /** Whether it switched automatic top-up off. */
  isTopUpOff: boolean
}

export const partialRefundMail = mailTemplate({
  title: 'Partial refund',
  sample: {
    ...{ description: '2,500 credits', invoiceNumber: 'DY-000042', creditNoteNumber: 'DY-CN-000007', currency: 'USD' },
    ...{ amount: 4_900, paidAmount: 14_900, hasCredits: true, isTopUpOff: true },
    reason: 'Part of the list was out of date',
  },
  write: (refund: PartialRefundDetails, { hello }) => {
    const amount = formatMoney(refund.amount, refund.currency)
    const paid = formatMoney(refund.paidAmount, refund.currency)
    return {
      subject: `Part of your Dooryard payment was refunded: ${refund.invoiceNumber}`,
      preview: `${amount} is being refunded to you.`,
      heading: 'Part of your payment was refunded',
      body: [
        `${hello}, we refunded ${amount} of ${paid} for: ${refund.description} (invoice ${refund.invoiceNumber}).`,
        'It goes to the card that it was paid with. Banks take a few days.',
        `Reason: ${refund.reason}`,
        ...(refund.hasCredits ? ['The same share of its credits was removed, unless you had spent them.'] : []),
        `Your credit note is ${refund.creditNoteNumber}. You find it beside the invoice, under Billing.`,
        ...(refund.isTopUpOff
          ? ['Automatic top-up is now off, so that these credits are not bought again. You can turn it on at any time.']
          : []),
        { link: 'See your payments', to: '/portal/settings/billing' },
      ],
      reason: 'You get this mail because part of a payment of your Dooryard account was refunded.',
    }
  },
})
