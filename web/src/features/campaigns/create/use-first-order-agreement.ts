import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { isQuoteSettled } from '../../../criteria/order-quote/quote.data.ts'
import { useAgreedOrder } from '../../../entities/order/purchase/use-agreed-order.ts'
import { getUsefulQuantity } from '../../../lib/order/order-action.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import type { CampaignDraft } from './campaign-draft.ts'
import { buildFirstOrder, toAgreement } from './review-rules.ts'
import type { AudienceQuote } from './use-audience-quote.ts'
import { getFirstOrderKey } from './use-campaign-launch.ts'
import type { Step } from './wizard-step.ts'

const reviewPath = '/portal/campaigns/create?step=review'

type FirstOrder = {
  draft: CampaignDraft
  /** Undefined until the prices are known. */
  setting: CreditSetting | undefined
  step: Step
  audience: AudienceQuote
  /** Whether all fields of the review are valid. */
  isComplete: boolean
  /** Whether the campaign or the order is being sent. */
  isPending: boolean
}

/** The first order as agreed to before its credits were bought. */
export type AgreedPlacing = { key: string; onError: (error: Error) => void }

/** The choice to have the campaign created and its first order placed once the missing credits are bought. */
export function useFirstOrderAgreement(
  { draft, setting, step, audience, isComplete, isPending }: FirstOrder,
  place: (quantity: string, agreed: AgreedPlacing) => void,
) {
  const { quote, terms } = audience
  const quantity = String(terms && audience.quantity && getUsefulQuantity(audience.quantity, terms, quote.data))
  // A draft that was discarded in another tab leads to another step.
  const isReview = step === 'review'
  return useAgreedOrder({
    back: reviewPath,
    keyName: getFirstOrderKey(useUser().id),
    current:
      isReview && isComplete && setting && terms
        ? toAgreement(draft, buildFirstOrder({ ...draft, quantity }, setting, quote.data), terms)
        : undefined,
    isReady: !isPending && (!isReview || (setting !== undefined && isQuoteSettled(quote))),
    place: (key, { onError }) => place(quantity, { key, onError }),
  })
}
