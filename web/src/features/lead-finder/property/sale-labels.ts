import type { Transfer } from '@dooryard/contract/transfers'
import { deedKind, lineOf, paymentWords } from '../../../criteria/deeds/deed-labels.ts'
import { formatDay, formatDollars, readable } from '../../../lib/format.ts'

/** The parties, the details and the source of one sale: what is unknown is left out, and what is concluded or imprecise is said to be. */
export const formatSale = (sale: Transfer) => ({
  parties: formatParties(sale),
  details: lineOf([
    deedKind(sale),
    formatPayment(sale),
    sale.armsLength === false && "not at arm's length",
    sale.isMultiParcel && 'price of several parcels together',
    sale.isMonthOnly && 'day unknown, month only',
  ]),
  source: lineOf([
    `From ${sale.rolls.join(', also in ')}`,
    `imported ${formatDay(sale.ingestedAt)}`,
    sale.document && `document ${sale.document}`,
  ]),
})

function formatParties({ seller, buyer }: Transfer): string | undefined {
  if (seller && buyer) return `${readable(seller)} to ${readable(buyer)}`
  if (buyer) return `To ${readable(buyer)}`
  return seller ? `From ${readable(seller)}` : undefined
}

const formatPayment = ({ cashPurchase, loanAmount, lender }: Transfer) =>
  loanAmount
    ? `loan of ${formatDollars(loanAmount)}${lender ? ` from ${readable(lender)}` : ''}`
    : paymentWords(cashPurchase)
