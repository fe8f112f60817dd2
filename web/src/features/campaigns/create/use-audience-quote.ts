import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import { useQuery } from '@tanstack/react-query'
import { useCount } from '../../../criteria/count/count.data.ts'
import { explainNothingCounted, explainNothingDeliverable } from '../../../criteria/order-quote/nothing-deliverable.ts'
import { useOrderQuote } from '../../../criteria/order-quote/quote.data.ts'
import { useNoDataText } from '../../../criteria/places/uncovered-places.data.ts'
import { getOrderAction, type OrderAction } from '../../../lib/order/order-action.ts'
import { estimateMaxPrice, getOrderTerms, type OrderTerms } from '../../../lib/order/order-cost.ts'
import { parseOrderableQuantity } from '../../../lib/order/order-schema.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import type { CampaignDraft } from './campaign-draft.ts'
import type { Step } from './wizard-step.ts'

/** The count and the quote of the draft's audience, the terms of its first order, and what can be done with it. */
export function useAudienceQuote(draft: CampaignDraft, step: Step, setting: CreditSetting | undefined) {
  const { campaignType, criteria, addPhones, delivery = {} } = draft
  const { sort: _, ...distinct } = delivery
  const isQuoted = step !== 'type'
  const count = useCount(criteria)
  const quote = useOrderQuote({ campaignType, criteria, addPhones, ...distinct }, isQuoted)
  const noData = useNoDataText(criteria)
  const { data: me } = useQuery(currentUserQuery())
  const balance = me?.balance
  const quantity = parseOrderableQuantity(draft.quantity)
  const terms: OrderTerms | undefined =
    setting && getOrderTerms(criteria, setting, { quote: quote.data, isCampaign: true })
  const action: OrderAction = terms
    ? getOrderAction({ quantity, terms, quote: quote.data, balance })
    : { type: 'order' }
  const counted = count.isPlaceholderData || isEmptyCriteria(criteria) ? undefined : count.data
  const mixed =
    quantity !== undefined && quote.data && terms ? estimateMaxPrice(quantity, quote.data, terms) : undefined
  return {
    ...{ count, quote, terms, action, balance, quantity, mixed },
    /** Why nothing can be ordered, and what to do about it. */
    nothing: isQuoted
      ? quote.data && explainNothingDeliverable(quote.data, noData)
      : counted && explainNothingCounted(counted, noData),
  }
}

export type AudienceQuote = ReturnType<typeof useAudienceQuote>
