import type { OrderChange } from '@dooryard/contract/new-order'
import type { Order } from '@dooryard/contract/order'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { failOrder } from './fail-order.ts'
import { renameOrder } from './orders.queries.ts'
import { type OrderPlace, ownOrder, ownOrderRow } from './own-order.ts'

/** Renames an order, or cancels it while it is still pending and gives its credits back; CONFLICT once it has begun. */
export const changeOrder = (ctx: Context, place: OrderPlace, { orderName, cancel }: OrderChange): Promise<Order> =>
  inTransaction(ctx, async (inside) => {
    const { id } = await ownOrderRow(inside, place)
    if (orderName !== undefined) await renameOrder(inside.db, id, orderName, inside.clock.now())
    if (cancel) {
      const { userId, impersonator } = inside.actor
      const ending = { to: 'CANCELLED', actor: impersonator?.userId ?? userId } as const
      if (!(await failOrder(inside, id, 'Cancelled before it began.', ending)))
        throw appError('CONFLICT', 'Only a pending order can be cancelled; this one has begun or is over.')
    }
    return ownOrder(inside, place)
  })
