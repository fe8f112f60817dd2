import { campaignTypes, fileColumns } from '@dooryard/contract/api/enums'
import { Criteria } from '@dooryard/contract/criteria/criteria'
import { z } from 'zod'
import { isSameCriteria } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { buildDraftKey } from '../../../lib/drafts.ts'

const OrderDraft = z.object({
  orderName: z.string(),
  quantity: z.string(),
  columns: z.array(fileColumns.schema).optional(),
  /** For an order without a campaign. */
  campaignType: campaignTypes.schema.optional(),
  criteria: Criteria.optional(),
})
type OrderDraft = z.infer<typeof OrderDraft>

const emptyOrderDraft: OrderDraft = { orderName: '', quantity: '' }

/** The owner and campaign of the draft; undefined for an order without a campaign. */
export type DraftOwner = { userId: string; campaignId: string | undefined }

const toKey = ({ userId, campaignId = 'none' }: DraftOwner) => buildDraftKey('order', userId, campaignId)

export const getPlacingKey = (owner: DraftOwner) => `${toKey(owner)}.placing`

export function loadOrderDraft(owner: DraftOwner): OrderDraft {
  try {
    const parsed = OrderDraft.safeParse(JSON.parse(sessionStorage.getItem(toKey(owner)) ?? 'null'))
    return parsed.success ? parsed.data : emptyOrderDraft
  } catch {
    return emptyOrderDraft
  }
}

/** Reuses a draft, but without its name and quantity when a named audience differs from the draft's. */
export function reuseDraft(
  draft: OrderDraft,
  { name, criteria }: { name?: string | undefined; criteria: Criteria },
): OrderDraft {
  const isOtherAudience =
    name !== undefined && draft.criteria !== undefined && !isSameCriteria(draft.criteria, criteria)
  return isOtherAudience ? { ...draft, ...emptyOrderDraft } : draft
}

/** Saves the draft, so that buying credits, signing in again or reloading keeps it; undefined deletes it. */
export function saveOrderDraft(owner: DraftOwner, draft: OrderDraft | undefined) {
  try {
    if (draft) sessionStorage.setItem(toKey(owner), JSON.stringify(draft))
    else sessionStorage.removeItem(toKey(owner))
  } catch {
    // Without storage the values are lost on reload.
  }
}
