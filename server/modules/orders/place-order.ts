import type { NewOrder } from '@dooryard/contract/new-order'
import type { Order } from '@dooryard/contract/orders'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { plural } from '../../platform/words.ts'
import { ownCampaign } from '../campaigns/index.ts'
import { holdCredits, priceOf } from '../credits/index.ts'
import { holdAccount } from '../identity/index.ts'
import { excludedCriteria } from '../saved-searches/index.ts'
import { addFulfilJob } from './fulfil-order.job.ts'
import { refusal } from './order-rules.ts'
import { insertOrder } from './orders.queries.ts'
import { ownOrder } from './own-order.ts'

/**
 * Places an order: the hold, the order and its job commit together or not at all. The price and the saved searches that
 * it leaves out are copied onto the order, so that a later edit of either never changes it. Refuses with UNPROCESSABLE,
 * INSUFFICIENT_CREDITS, or CONFLICT where a lead costs something else than the caller was shown.
 */
export const placeOrder = (ctx: Context, campaignId: string, draft: NewOrder): Promise<Order> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    await holdAccount(inside)
    const campaign = await ownCampaign(inside, campaignId)
    const { campaignType } = campaign
    const price = await priceOf(db, campaignType)
    const { orderName, quantity, criteria = campaign.criteria } = draft
    const reason = refusal({ campaign, price, criteria, quantity })
    if (reason) throw appError('UNPROCESSABLE', reason)
    const { creditRequired } = price
    refuseOtherPrice(creditRequired, draft.creditRequired)
    const order = { id: newId(), userId: actor.userId, campaignId, orderName, campaignType, quantity, creditRequired }
    const excluded = await excludedCriteria(inside, criteria)
    await insertOrder(db, { ...order, criteria, excluded, createdAt: clock.now() })
    const hold = { userId: actor.userId, orderId: order.id, amount: creditRequired * quantity }
    await holdCredits(db, { ...hold, actor: actor.impersonator?.userId ?? actor.userId })
    await addFulfilJob(db, { orderId: order.id, userId: actor.userId })
    return ownOrder(inside, campaignId, order.id)
  })

function refuseOtherPrice(price: number, shown: number | undefined) {
  if (shown === undefined || shown === price) return
  const cost = plural(price, 'credit')
  throw appError('CONFLICT', `The price has changed: a lead now costs ${cost}. Please look at the order again.`)
}
