import type { Transfer } from '@dooryard/contract/properties/transfers'
import { formatDeedPayment, formatDeedType, joinParts } from '../../../criteria/deeds/deed-labels.ts'
import { formatDay, formatDollars, toReadableCase } from '../../../lib/format/format.ts'

/** Formats the parties, details and source of one sale; omits unknown values and marks inferred or imprecise ones. */
export const formatSale = (sale: Transfer) => ({
  parties: formatParties(sale),
  details: joinParts([
    formatDeedType(sale),
    formatPayment(sale),
    sale.armsLength === false && "not at arm's length",
    sale.isMultiParcel && 'price of several parcels together',
    sale.isMonthOnly && 'day unknown, month only',
  ]),
  source: joinParts([
    `From ${sale.rolls.join(', also in ')}`,
    `imported ${formatDay(sale.ingestedAt)}`,
    sale.document && `document ${sale.document}`,
  ]),
})

function formatParties({ seller, buyer }: Transfer): string | undefined {
  if (seller && buyer) return `${toReadableCase(seller)} to ${toReadableCase(buyer)}`
  if (buyer) return `To ${toReadableCase(buyer)}`
  return seller ? `From ${toReadableCase(seller)}` : undefined
}

const formatPayment = ({ cashPurchase, loanAmount, lender }: Transfer) =>
  loanAmount
    ? `loan of ${formatDollars(loanAmount)}${lender ? ` from ${toReadableCase(lender)}` : ''}`
    : formatDeedPayment(cashPurchase)
