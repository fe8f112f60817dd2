import { repeatLeadFreeDays } from '@dooryard/contract/api/limits'
import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import type { PropertyCount } from '@dooryard/contract/properties/property-search'
import { formatNumber, pluralize } from '../../lib/format/format.ts'
import { getMaxDeliverable } from '../../lib/order/order-cost.ts'

const nothingMatches = 'Nothing matches these filters. Loosen them to find leads.'

const formatAllPurchased = (count: number) =>
  count === 1
    ? `You purchased the only match in the last ${repeatLeadFreeDays} days. Loosen the filters, or include purchased leads.`
    : `You purchased all ${formatNumber(count)} matches in the last ${repeatLeadFreeDays} days. ` +
      'Loosen the filters, or include purchased leads.'

/** `noData` says which places have no data, if no chosen one has any. */
const explainNoMatch = (noData: string | undefined) => (noData ? `${noData}. Choose other places.` : nothingMatches)

/** Why nothing could be delivered, and what to do about it; undefined when something could. */
export function explainNothingDeliverable(quote: OrderQuote, noData?: string): string | undefined {
  const { campaignType, matched, alreadyDelivered, phonesToAdd, purchasedForMail } = quote
  if (getMaxDeliverable(quote) > 0) return undefined
  if (matched === 0) return explainNoMatch(noData)
  if (purchasedForMail > 0 && phonesToAdd > 0)
    return `You purchased ${pluralize(purchasedForMail, 'match', 'matches')} for mail. Add phones, or loosen the filters.`
  if (alreadyDelivered === matched) return formatAllPurchased(matched)
  const which = alreadyDelivered > 0 ? 'None of the new leads' : 'None of the matches'
  const advice = alreadyDelivered > 0 ? 'Loosen the filters, or include purchased leads.' : 'Loosen the filters.'
  return campaignType === 'CALL_READY'
    ? `${which} has a callable phone number. ${advice}`
    : `${which} has an owner name and a full mailing address. ${advice}`
}

/** Why nothing new was found, and what to do about it; undefined when something was. */
export function explainNothingCounted({ count, alreadyDelivered }: PropertyCount, noData?: string): string | undefined {
  if (count > 0) return undefined
  return alreadyDelivered > 0 ? formatAllPurchased(alreadyDelivered) : explainNoMatch(noData)
}
