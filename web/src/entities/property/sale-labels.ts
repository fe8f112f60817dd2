import type { Transfer } from '@dooryard/contract/properties/transfers'
import { formatDeedPayment, formatDeedType, joinParts } from '../../criteria/deeds/deed-labels.ts'
import { formatOwner } from '../../criteria/owners/owner-labels.ts'
import { formatDay, formatDollars, toReadableCase } from '../../lib/format/format.ts'

/** Formats the parties, details and source of one sale; omits unknown values and marks inferred or imprecise ones. */
export const formatSale = (sale: Transfer, isMasked = false) => ({
  parties: formatParties(sale, isMasked),
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

function formatParties({ seller, buyer }: Transfer, isMasked: boolean): string | undefined {
  if (seller && buyer) return `${formatOwner(seller, isMasked)} to ${formatOwner(buyer, isMasked)}`
  if (buyer) return `To ${formatOwner(buyer, isMasked)}`
  return seller ? `From ${formatOwner(seller, isMasked)}` : undefined
}

const formatPayment = ({ cashPurchase, loanAmount, lender }: Transfer) =>
  loanAmount
    ? `loan of ${formatDollars(loanAmount)}${lender ? ` from ${toReadableCase(lender)}` : ''}`
    : formatDeedPayment(cashPurchase)
