import type { Balance, CreditSetting } from '@dooryard/contract/billing/credits'
import { NewCampaign } from '@dooryard/contract/orders/campaigns'
import type { NewOrder } from '@dooryard/contract/orders/new-order'
import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import { getErrorMessage, isClientError } from '../../../lib/api/errors.ts'
import { emptyValue, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { buildAgreedRequest, type OrderAgreement } from '../../../lib/order/agreed-order.ts'
import { toAddPhones, toDelivery, toPhonesPrice } from '../../../lib/order/delivery.ts'
import { calculateOrderCost, type OrderTerms } from '../../../lib/order/order-cost.ts'
import { buildOrderFormSchema, parseQuantity } from '../../../lib/order/order-schema.ts'
import type { DescriptionItem } from '../../../ui/display/description-list.tsx'
import type { CampaignDraft } from './campaign-draft.ts'
import { isEdited } from './saved-search.ts'

export type ReviewField = 'name' | 'orderName' | 'quantity'

type SafeParser = { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } } }
const getProblem = (schema: SafeParser, value: string) => schema.safeParse(value).error?.issues[0]?.message

export function listReviewProblems(
  draft: CampaignDraft,
  rules: { minQuantity: number; name: string } | undefined,
): Partial<Record<ReviewField, string>> {
  const name = getProblem(NewCampaign.shape.name, draft.name)
  const fields = rules && buildOrderFormSchema(rules).shape
  const orderName = fields && getProblem(fields.orderName, draft.orderName)
  const quantity = fields && getProblem(fields.quantity, draft.quantity)
  return { ...(name && { name }), ...(orderName && { orderName }), ...(quantity && { quantity }) }
}

/**
 * Builds the first order from the draft, at the displayed prices and with the delivery options it was quoted with. It
 * includes the criteria, so that an order that was already placed without a response is not taken for one with another
 * audience.
 */
export function buildFirstOrder(
  draft: CampaignDraft,
  { key: campaignType, creditRequired }: CreditSetting,
  quote: Pick<OrderQuote, 'creditsToAddPhones'> | undefined,
): NewOrder {
  const { orderName, quantity, criteria, addPhones, delivery = {}, source } = draft
  return {
    orderName: orderName.trim(),
    quantity: parseQuantity(quantity) ?? 0,
    creditRequired,
    ...toAddPhones(addPhones, campaignType),
    ...toPhonesPrice({ campaignType, criteria, addPhones }, quote),
    ...toDelivery(delivery, { campaignType, criteria }),
    criteria,
    ...(source?.id !== undefined && !isEdited(draft) && { savedSearchId: source.id }),
  }
}

/** What the user agrees to by having the first order placed later: the campaign with it, at no more credits than now. */
export const toAgreement = (
  { name, campaignType }: CampaignDraft,
  order: NewOrder,
  { creditsPerLead }: OrderTerms,
): OrderAgreement => ({
  request: buildAgreedRequest(order, { name: name.trim(), campaignType }),
  quantity: order.quantity,
  credits: order.quantity * creditsPerLead,
})

const resendHint = 'Send it again to be sure: it is made only once.'

/** Formats why creation failed, as far as known, and what was created. */
export function formatFailure({ campaignId }: CampaignDraft, error: Error): string {
  const sentence = getErrorMessage(error)
  if (isClientError(error)) return campaignId ? `The campaign is there; nothing was ordered. ${sentence}` : sentence
  return `${sentence} We do not know whether it was done. ${resendHint}`
}

/** `Create campaign and order 120 leads`, with the number if known; only the order once the campaign exists. */
export function formatOrderAction({ quantity, campaignId }: CampaignDraft): string {
  const leads = parseQuantity(quantity)
  const what = leads ? pluralize(leads, 'lead') : 'leads'
  return campaignId ? `Order ${what}` : `Create campaign and order ${what}`
}

/** `Create campaign and order the 120 leads your balance covers`; only the order once the campaign exists. */
export function formatCoveredAction({ campaignId }: CampaignDraft, covered: number): string {
  const what = `the ${pluralize(covered, 'lead')} your balance covers`
  return campaignId ? `Order ${what}` : `Create campaign and order ${what}`
}

type OrderCostInput = {
  terms: OrderTerms | undefined
  balance: Balance | undefined
  /** The order's quantity, if it is valid. */
  quantity: number | undefined
}

/**
 * Returns the credits missing for the order, or for the smallest order while no quantity is typed; 0 if the balance
 * suffices.
 */
export function getShortfall({ terms, balance, quantity }: OrderCostInput): number {
  if (!terms || !balance) return 0
  return calculateOrderCost(quantity ?? terms.minQuantity, terms, balance).shortfall
}

/** The cost of the order. `mixed` is the most it can cost when its leads do not all cost the same. */
export function toCostFacts({ terms, balance, quantity, mixed }: OrderCostInput & { mixed?: number | undefined }) {
  const cost = terms && balance && quantity !== undefined ? calculateOrderCost(quantity, terms, balance) : undefined
  const price = terms ? pluralize(terms.creditsPerLead, 'credit') : emptyValue
  const isHeldMore = cost !== undefined && mixed !== undefined && mixed < cost.cost
  const leads = mixed === undefined ? ` × ${price}` : `, at most ${price} each`
  const items: (DescriptionItem | false)[] = [
    { label: 'Leads', value: quantity === undefined ? emptyValue : `${formatNumber(quantity)}${leads}` },
    { label: 'Cost', value: cost ? formatCost(cost.cost, mixed) : emptyValue },
    isHeldMore && { label: 'On hold until delivery', value: pluralize(cost.cost, 'credit') },
    {
      label: 'Available balance',
      value: balance ? pluralize(balance.subscriptionCredits + balance.onDemandCredits, 'credit') : emptyValue,
    },
    { label: 'Balance after order', value: cost && cost.shortfall === 0 ? pluralize(cost.left, 'credit') : emptyValue },
  ]
  return items.filter((item) => item !== false)
}

const formatCost = (cost: number, mixed: number | undefined) =>
  mixed === undefined ? pluralize(cost, 'credit') : `at most ${pluralize(mixed, 'credit')}`
