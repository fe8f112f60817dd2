import type { NewEnterpriseOrder } from '@dooryard/contract/enterprise'
import type { Order } from '@dooryard/contract/order'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { campaignOfName } from '../campaigns/index.ts'
import { placeOrder } from './place-order.ts'

/**
 * Places an order of a campaign, as `placeOrder` does, for a program: it may name the campaign, which is then made with
 * the criteria of the order where there is none. Both or neither.
 */
export const placeEnterpriseOrder = (
  ctx: Context,
  { campaignId, campaign, ...draft }: NewEnterpriseOrder,
): Promise<Order> =>
  inTransaction(ctx, async (inside) => {
    if (campaignId !== undefined) return placeOrder(inside, campaignId, draft)
    const { criteria } = draft
    // The contract has refused such an order; here it is said again for the types.
    if (!campaign || !criteria) throw appError('VALIDATION', 'Give either campaignId or campaign')
    const { id } = await campaignOfName(inside, { ...campaign, criteria })
    return placeOrder(inside, id, draft)
  })
