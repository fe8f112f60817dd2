import type { OrderNoticeChange, OrderNoticeSettings } from '@dooryard/contract/identity/notifications'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { findOrderNoticeSettings, updateUser } from '../users/users.queries.ts'

export async function getOrderNoticeSettings({
  db,
  actor,
}: Pick<Context, 'db' | 'actor'>): Promise<OrderNoticeSettings> {
  const settings = await findOrderNoticeSettings(db, actor.userId)
  if (!settings) throw notFound('Your account')
  return settings
}

/** Fields that are not given stay as they are. */
export const changeOrderNoticeSettings = (
  ctx: Context,
  { hasMails, includesApiOrders }: OrderNoticeChange,
): Promise<OrderNoticeSettings> =>
  inTransaction(ctx, async (tx) => {
    await updateUser(tx.db, tx.actor.userId, {
      ...(hasMails !== undefined && { hasOrderMails: hasMails }),
      ...(includesApiOrders !== undefined && { hasApiOrderNotices: includesApiOrders }),
      updatedAt: tx.clock.now(),
    })
    return getOrderNoticeSettings(tx)
  })
