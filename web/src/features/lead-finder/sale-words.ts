import type { Transfer } from '@dooryard/contract/transfers'
import { deedTypes } from '@dooryard/contract/vocabularies'
import { formatDay, formatDollars, readable } from '../../lib/format.ts'

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The day of a sale; of one that a roll knows by the month alone, `March 2021`. */
export const saleDay = (day: string | null, isMonthOnly: boolean) =>
  day !== null && isMonthOnly ? monthFormat.format(new Date(day)) : formatDay(day)

/** One sale in words: what is unknown is left out, and what is concluded or imprecise is said to be. */
export const saleWords = (sale: Transfer) => ({
  when: saleDay(sale.recordedOn, sale.isMonthOnly),
  price: sale.price === null ? 'Price unknown' : formatDollars(sale.price),
  parties: partiesOf(sale),
  details: [
    deedOf(sale),
    paymentOf(sale),
    sale.armsLength === false && "not at arm's length",
    sale.isMultiParcel && 'price of several parcels together',
    sale.isMonthOnly && 'day unknown, month only',
  ]
    .filter((part) => typeof part === 'string')
    .map((part, at) => (at === 0 ? part.charAt(0).toUpperCase() + part.slice(1) : part))
    .join(', '),
  source: [
    `From ${sale.rolls.join(', also in ')}, imported ${formatDay(sale.ingestedAt)}`,
    sale.document && `document ${sale.document}`,
  ]
    .filter(Boolean)
    .join(', '),
})

function partiesOf({ seller, buyer }: Transfer): string | undefined {
  if (seller && buyer) return `${readable(seller)} to ${readable(buyer)}`
  if (buyer) return `To ${readable(buyer)}`
  return seller ? `From ${readable(seller)}` : undefined
}

function deedOf({ deedType, isDeedInferred }: Transfer): string | undefined {
  if (deedType === 'UNKNOWN') return undefined
  const label = deedType === 'OTHER' ? 'Another kind of deed' : deedTypes.label(deedType)
  return isDeedInferred ? `${label} (inferred)` : label
}

function paymentOf({ cashPurchase, loanAmount, lender }: Transfer): string | undefined {
  if (loanAmount) return `loan of ${formatDollars(loanAmount)}${lender ? ` from ${readable(lender)}` : ''}`
  if (cashPurchase === null) return undefined
  return cashPurchase ? 'paid in cash' : 'bought with a loan'
}
