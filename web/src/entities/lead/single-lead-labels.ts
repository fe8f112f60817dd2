import type { CampaignType } from '@dooryard/contract/api/enums'
import type { LeadOffer, SingleLead } from '@dooryard/contract/orders/single-leads'
import { formatDay, pluralize, toSentence } from '../../lib/format/format.ts'
import { isOrderInProgress } from '../../lib/labels/order-labels.ts'

const offerNames: Record<CampaignType, string> = { CALL_READY: 'Get phone', MAIL_READY: 'Get mailing data' }

/** `Get phone · 3 credits`. */
export const formatOffer = ({ campaignType, credits }: LeadOffer) =>
  `${offerNames[campaignType]} · ${pluralize(credits, 'credit')}`

/** What is said of a phone without a price: why nothing is for sale, and where to look instead. */
export const formatPhoneState = ({ lead, order }: Pick<SingleLead, 'lead' | 'order'>) => {
  if (order && isOrderInProgress(order)) return 'Order in progress'
  return lead?.campaignType === 'CALL_READY' ? 'Phone is in your leads' : 'Not for sale'
}

/** The offers as they are shown: phones first. */
export const sortOffers = (offers: readonly LeadOffer[]) =>
  offers.toSorted((one, other) => one.campaignType.localeCompare(other.campaignType))

/**
 * Why the last order delivered nothing: `No phone of the owner is known. Nothing was charged.`; undefined unless it
 * failed and nothing was delivered since.
 */
export function formatFailure({ order, lead }: Pick<SingleLead, 'order' | 'lead'>, now = Date.now()) {
  if (order?.userFacingStatus !== 'FAILED') return undefined
  if (lead && lead.deliveredAt > order.createdAt) return undefined
  const isOfToday = now - Date.parse(order.createdAt) < 86_400_000
  const reason = toSentence(order.failureReason ?? 'The lead could not be delivered')
  return `${isOfToday ? '' : `${formatDay(order.createdAt)}: `}${reason} Nothing was charged.`
}

/** `Purchased Nov 28, 2026`, or when it was delivered where the purchase is over. */
export const formatPurchase = ({ purchasedAt, lead }: Pick<SingleLead, 'purchasedAt' | 'lead'>) =>
  purchasedAt
    ? `Purchased ${formatDay(purchasedAt)}`
    : lead && `Delivered ${formatDay(lead.deliveredAt)}, more than 365 days ago`
