import { NewCampaign } from '@dooryard/contract/campaigns'
import type { Balance, CreditSetting } from '@dooryard/contract/credits'
import type { NewOrder } from '@dooryard/contract/new-order'
import { isRefusal, sentenceFor } from '../../../lib/errors.ts'
import { formatNumber, plural, unknown } from '../../../lib/format.ts'
import { quoteOrder } from '../../../lib/order-cost.ts'
import { orderFormSchema, quantityOf } from '../../../lib/order-schema.ts'
import type { Fact } from '../../../ui/display/facts.tsx'
import type { Draft } from './draft.ts'

export type ReviewField = 'name' | 'orderName' | 'quantity'

type Checked = { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } } }
const problemWith = (schema: Checked, value: string) => schema.safeParse(value).error?.issues[0]?.message

export function reviewProblems(draft: Draft, setting: CreditSetting | undefined): Partial<Record<ReviewField, string>> {
  const name = problemWith(NewCampaign.shape.name, draft.name)
  const fields = setting && orderFormSchema(setting).shape
  const orderName = fields && problemWith(fields.orderName, draft.orderName)
  const quantity = fields && problemWith(fields.quantity, draft.quantity)
  return { ...(name && { name }), ...(orderName && { orderName }), ...(quantity && { quantity }) }
}

/**
 * The first order as the draft has it, at the price that is shown. It carries the criteria, so that one which was placed
 * before without our knowing is not taken for one of another audience.
 */
export const reviewOrder = (draft: Draft, { creditRequired }: CreditSetting): NewOrder => ({
  orderName: draft.orderName.trim(),
  quantity: quantityOf(draft.quantity) ?? 0,
  creditRequired,
  criteria: draft.criteria,
})

const lost = 'Send it again to be sure: it is made only once.'

/** Why it was not made, as far as anybody knows, and what of it was. */
export function formatFailure({ campaignId }: Draft, error: Error): string {
  const sentence = sentenceFor(error)
  if (isRefusal(error)) return campaignId ? `The campaign is there; nothing was ordered. ${sentence}` : sentence
  return `${sentence} We do not know whether it was done. ${lost}`
}

/** `Create campaign and order 120 leads`, as far as the number is known; only the order once the campaign is there. */
export function formatOrderAction({ quantity, campaignId }: Draft): string {
  const leads = quantityOf(quantity)
  const what = leads ? plural(leads, 'lead') : 'leads'
  return campaignId ? `Order ${what}` : `Create campaign and order ${what}`
}

type Cost = {
  setting: CreditSetting | undefined
  balance: Balance | undefined
  /** Of the order, once it is one that can be had. */
  quantity: number | undefined
}

/** Credits missing for the order, or for the smallest there is while none is typed; 0 when there are enough. */
export function getShortfall({ setting, balance, quantity }: Cost): number {
  if (!setting || !balance) return 0
  return quoteOrder(quantity ?? setting.minCampaignVolume, setting, balance).shortfall
}

export function costFacts({ setting, balance, quantity }: Cost): Fact[] {
  const quote = setting && balance && quantity !== undefined ? quoteOrder(quantity, setting, balance) : undefined
  const price = setting ? plural(setting.creditRequired, 'credit') : unknown
  return [
    { label: 'Leads', value: quantity === undefined ? unknown : `${formatNumber(quantity)} × ${price}` },
    { label: 'Cost', value: quote ? plural(quote.cost, 'credit') : unknown },
    {
      label: 'You have',
      value: balance ? plural(balance.subscriptionCredits + balance.onDemandCredits, 'credit') : unknown,
    },
    { label: 'You keep', value: quote && quote.shortfall === 0 ? plural(quote.left, 'credit') : unknown },
  ]
}
