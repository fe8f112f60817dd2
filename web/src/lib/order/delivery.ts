import type { CampaignType } from '@dooryard/contract/api/enums'
import { type Criteria, excludesPurchased } from '@dooryard/contract/criteria/criteria'
import type { DeliveryOptions, DistinctOptions, OrderSort } from '@dooryard/contract/orders/quote/delivery-options'
import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'

/** What the user has chosen; all else follows the campaign type. */
export type DeliveryChoice = DeliveryOptions

/** Not the contract's constant, which comes with schemas that the campaign wizard would load for nothing. */
const random: OrderSort = { by: 'random' }

type DeliveryInput = { campaignType: CampaignType; criteria: Pick<Criteria, 'location'> }

export type Delivery = Required<Pick<DeliveryOptions, 'onePerOwner'>> & DeliveryOptions & { sort: OrderSort }

/** How many leads of an owner or mailbox an order has. A mailing has one piece per owner and mailbox by default. */
export function toDistinct(
  choice: DistinctOptions,
  campaignType: CampaignType,
): Required<Pick<DistinctOptions, 'onePerOwner'>> & DistinctOptions {
  const isMail = campaignType === 'MAIL_READY'
  const { onePerOwner = isMail, onePerAddress = isMail } = choice
  return { onePerOwner, ...(isMail && { onePerAddress }) }
}

/** The option to add phones to leads purchased for mail, which only calling orders have. */
export const toAddPhones = (addPhones: boolean | undefined, campaignType: CampaignType): { addPhones?: true } =>
  addPhones && campaignType === 'CALL_READY' ? { addPhones: true } : {}

type PhonesOrder = { campaignType: CampaignType; criteria: Criteria; addPhones: boolean | undefined }

/**
 * The displayed price of phones, in credits, for an order that may add some: it is refused at any other. Nothing until
 * the order is quoted.
 */
export function toPhonesPrice(
  { campaignType, criteria, addPhones }: PhonesOrder,
  quote: Pick<OrderQuote, 'creditsToAddPhones'> | undefined,
): { creditsToAddPhones?: number } {
  const mayAdd = campaignType === 'CALL_READY' && (addPhones || !excludesPurchased(criteria))
  return mayAdd && quote ? { creditsToAddPhones: quote.creditsToAddPhones } : {}
}

/** The options that an order is placed with. */
export function toDelivery(choice: DeliveryChoice, { campaignType, criteria }: DeliveryInput): Delivery {
  const { sort = random } = choice
  // The center of the criteria may have been removed since.
  const isMeasurable = sort.by !== 'distance' || sort.from !== undefined || criteria.location?.near !== undefined
  return { sort: isMeasurable ? sort : random, ...toDistinct(choice, campaignType) }
}
