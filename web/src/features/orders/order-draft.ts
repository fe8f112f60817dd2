import { z } from 'zod'
import { draftKey } from '../../lib/drafts.ts'

const OrderDraft = z.object({ orderName: z.string(), quantity: z.string() })
type OrderDraft = z.infer<typeof OrderDraft>

const empty: OrderDraft = { orderName: '', quantity: '' }

const keyOf = (userId: string, campaignId: string) => draftKey('order', userId, campaignId)

/** What was typed for an order before credits were bought for it, in this tab. */
export function loadOrderDraft(userId: string, campaignId: string): OrderDraft {
  try {
    const parsed = OrderDraft.safeParse(JSON.parse(sessionStorage.getItem(keyOf(userId, campaignId)) ?? 'null'))
    return parsed.success ? parsed.data : empty
  } catch {
    return empty
  }
}

/** Keeps what is typed while credits are bought for it, or with nothing forgets it. */
export function keepOrderDraft(userId: string, campaignId: string, draft: OrderDraft | undefined) {
  try {
    if (draft) sessionStorage.setItem(keyOf(userId, campaignId), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(userId, campaignId))
  } catch {
    // Without storage it has to be typed again.
  }
}
