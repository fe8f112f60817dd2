import { campaignTypes, fileColumns } from '@dooryard/contract/api/enums'
import { Criteria } from '@dooryard/contract/criteria/criteria'
import { deliveryOptions } from '@dooryard/contract/orders/quote/delivery-options'
import { z } from 'zod'
import { isSameCriteria } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { buildDraftKey } from '../../../lib/drafts.ts'

const OrderDraft = z.object({
  orderName: z.string(),
  quantity: z.string(),
  columns: z.array(fileColumns.schema).optional(),
  addPhones: z.boolean().optional(),
  /** Whether a schedule is chosen once the order is placed. */
  isRepeated: z.boolean().optional(),
  /** The audience that the name and the quantity were typed for. */
  criteria: Criteria.optional(),
  delivery: z.object(deliveryOptions).optional(),
  /** For an order without a campaign. */
  campaignType: campaignTypes.schema.optional(),
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

/** Reuses a draft; of a draft for another audience only the type and the columns. */
export function reuseDraft(draft: OrderDraft, criteria: Criteria): OrderDraft {
  if (draft.criteria === undefined || isSameCriteria(draft.criteria, criteria)) return draft
  const { campaignType, columns } = draft
  return { ...emptyOrderDraft, campaignType, columns }
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
