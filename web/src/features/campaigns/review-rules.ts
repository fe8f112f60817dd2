import { NewCampaign } from '@dooryard/contract/campaigns'
import type { CreditSetting } from '@dooryard/contract/credits'
import type { NewOrder } from '@dooryard/contract/new-order'
import type { OrderQuote } from '@dooryard/contract/order-quote'
import { isRefusal, sentenceFor } from '../../lib/errors.ts'
import { plural } from '../../lib/format.ts'
import { orderFormSchema, quantityOf } from '../../lib/order-schema.ts'
import type { Draft } from './draft.ts'

export type ReviewField = 'name' | 'orderName' | 'quantity'

type Checked = { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } } }
const problemWith = (schema: Checked, value: string) => schema.safeParse(value).error?.issues[0]?.message

/** What stands against the campaign and its first order, in words and by field. */
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

/** The leads an order could bring: what can be delivered, and whoever the contact provider has yet to be asked about. */
export const mostLeads = ({ deliverable, notTraced }: OrderQuote) => deliverable + notTraced

const lost = 'Send it again to be sure: it is made only once.'

/** Why it was not made, as far as anybody knows, and what of it was. */
export function troubleInWords({ campaignId }: Draft, error: Error): string {
  const sentence = sentenceFor(error)
  if (isRefusal(error)) return campaignId ? `The campaign is there; nothing was ordered. ${sentence}` : sentence
  return `${sentence} We do not know whether it was done. ${lost}`
}

/** `Create campaign and order 120 leads`, as far as the number is known; only the order once the campaign is there. */
export function orderAction({ quantity, campaignId }: Draft): string {
  const leads = quantityOf(quantity)
  const what = leads ? plural(leads, 'lead') : 'leads'
  return campaignId ? `Order ${what}` : `Create campaign and order ${what}`
}
