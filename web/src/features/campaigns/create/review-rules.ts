import type { Balance, CreditSetting } from '@dooryard/contract/billing/credits'
import { NewCampaign } from '@dooryard/contract/orders/campaigns'
import type { NewOrder } from '@dooryard/contract/orders/new-order'
import { getErrorMessage, isClientError } from '../../../lib/api/errors.ts'
import { emptyValue, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { calculateOrderCost } from '../../../lib/order/order-cost.ts'
import { buildOrderFormSchema, parseQuantity } from '../../../lib/order/order-schema.ts'
import type { DescriptionItem } from '../../../ui/display/description-list.tsx'
import type { CampaignDraft } from './campaign-draft.ts'

export type ReviewField = 'name' | 'orderName' | 'quantity'

type SafeParser = { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } } }
const getProblem = (schema: SafeParser, value: string) => schema.safeParse(value).error?.issues[0]?.message

export function listReviewProblems(
  draft: CampaignDraft,
  setting: CreditSetting | undefined,
): Partial<Record<ReviewField, string>> {
  const name = getProblem(NewCampaign.shape.name, draft.name)
  const fields = setting && buildOrderFormSchema(setting).shape
  const orderName = fields && getProblem(fields.orderName, draft.orderName)
  const quantity = fields && getProblem(fields.quantity, draft.quantity)
  return { ...(name && { name }), ...(orderName && { orderName }), ...(quantity && { quantity }) }
}

/**
 * Builds the first order from the draft, at the displayed price. It includes the criteria, so that an order that was
 * already placed without a response is not taken for one with another audience.
 */
export const buildFirstOrder = (draft: CampaignDraft, { creditRequired }: CreditSetting): NewOrder => ({
  orderName: draft.orderName.trim(),
  quantity: parseQuantity(draft.quantity) ?? 0,
  creditRequired,
  criteria: draft.criteria,
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

type OrderCostInput = {
  setting: CreditSetting | undefined
  balance: Balance | undefined
  /** The order's quantity, if it is valid. */
  quantity: number | undefined
}

/**
 * Returns the credits missing for the order, or for the smallest order while no quantity is typed; 0 if the balance
 * suffices.
 */
export function getShortfall({ setting, balance, quantity }: OrderCostInput): number {
  if (!setting || !balance) return 0
  return calculateOrderCost(quantity ?? setting.minCampaignVolume, setting, balance).shortfall
}

export function toCostFacts({ setting, balance, quantity }: OrderCostInput): DescriptionItem[] {
  const quote =
    setting && balance && quantity !== undefined ? calculateOrderCost(quantity, setting, balance) : undefined
  const price = setting ? pluralize(setting.creditRequired, 'credit') : emptyValue
  return [
    { label: 'Leads', value: quantity === undefined ? emptyValue : `${formatNumber(quantity)} × ${price}` },
    { label: 'Cost', value: quote ? pluralize(quote.cost, 'credit') : emptyValue },
    {
      label: 'You have',
      value: balance ? pluralize(balance.subscriptionCredits + balance.onDemandCredits, 'credit') : emptyValue,
    },
    { label: 'You keep', value: quote && quote.shortfall === 0 ? pluralize(quote.left, 'credit') : emptyValue },
  ]
}
