import { Criteria } from '@dooryard/contract/criteria'
import { campaignTypes, fileColumns } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import { isSameCriteria } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { draftKey } from '../../../lib/drafts.ts'

const OrderDraft = z.object({
  orderName: z.string(),
  quantity: z.string(),
  columns: z.array(fileColumns.schema).optional(),
  /** Of an order that belongs to no campaign. */
  campaignType: campaignTypes.schema.optional(),
  criteria: Criteria.optional(),
})
type OrderDraft = z.infer<typeof OrderDraft>

const emptyOrderDraft: OrderDraft = { orderName: '', quantity: '' }

/** Whose draft it is, and of which campaign's order; of none where it belongs to no campaign. */
export type DraftOwner = { userId: string; campaignId: string | undefined }

const toKey = ({ userId, campaignId = 'none' }: DraftOwner) => draftKey('order', userId, campaignId)

export const placingKey = (owner: DraftOwner) => `${toKey(owner)}.placing`

export function loadOrderDraft(owner: DraftOwner): OrderDraft {
  try {
    const parsed = OrderDraft.safeParse(JSON.parse(sessionStorage.getItem(toKey(owner)) ?? 'null'))
    return parsed.success ? parsed.data : emptyOrderDraft
  } catch {
    return emptyOrderDraft
  }
}

/** What of a draft an order takes up: where its audience has a name, not what another audience's order was called. */
export function takeUpDraft(
  draft: OrderDraft,
  { name, criteria }: { name?: string | undefined; criteria: Criteria },
): OrderDraft {
  const isOfAnother = name !== undefined && draft.criteria !== undefined && !isSameCriteria(draft.criteria, criteria)
  return isOfAnother ? { ...draft, ...emptyOrderDraft } : draft
}

/**
 * Keeps what is typed, so that buying credits, signing in again or a reload does not lose it; with nothing forgets it.
 */
export function keepOrderDraft(owner: DraftOwner, draft: OrderDraft | undefined) {
  try {
    if (draft) sessionStorage.setItem(toKey(owner), JSON.stringify(draft))
    else sessionStorage.removeItem(toKey(owner))
  } catch {
    // Without storage it has to be typed again.
  }
}
