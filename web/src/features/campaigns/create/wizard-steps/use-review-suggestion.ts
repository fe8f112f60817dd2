import { useEffect, useEffectEvent } from 'react'
import { useCriterionLabels } from '../../../../criteria/describe/criterion-labels.data.ts'
import { suggestName } from '../../../../criteria/describe/suggest-name.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { getInitialQuantity } from '../../../../lib/order/order-cost.ts'
import { fillSuggestion } from '../campaign-draft.ts'
import { isEdited } from '../saved-search.ts'
import type { CampaignWizard } from '../use-campaign-wizard.ts'

/**
 * Fills in the name and the quantity, unless the user has typed them. An order that waits for its credits stays as it
 * was agreed to.
 */
export function useReviewSuggestion({ draft, replace, audience, agreement }: CampaignWizard) {
  const labels = useCriterionLabels(draft.criteria)
  const { quote, terms } = audience
  const data = quote.isPlaceholderData ? undefined : quote.data
  const quantity = data && terms && getInitialQuantity(data, draft.criteria, terms.minQuantity)
  const isNamed = draft.criteria.only?.orderId !== undefined
  const name = isNamed
    ? (draft.suggested?.name ?? '')
    : suggestName(labels, isEdited(draft) ? undefined : draft.source?.name)
  const text = quantity === undefined ? (draft.suggested?.quantity ?? '') : formatNumber(quantity)
  const isAgreed = agreement.state !== undefined
  const fill = useEffectEvent(() => {
    if (!isAgreed) replace(fillSuggestion(draft, { name, quantity: text }))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each suggestion is filled in once
  useEffect(() => fill(), [isAgreed, name, text])
}
