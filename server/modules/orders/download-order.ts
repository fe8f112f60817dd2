import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { issueTicket } from '../../platform/tickets.ts'
import { ownOrderRow } from './own-order.ts'

/** A link to the file of the actor's order, good for five minutes; CONFLICT until the order is completed. */
export async function downloadOrder(
  ctx: Context,
  { campaignId, orderId }: { campaignId: string; orderId: string },
): Promise<{ url: string }> {
  const { fileKey } = await ownOrderRow(ctx, campaignId, orderId)
  if (!fileKey) throw appError('CONFLICT', 'Only a completed order can be downloaded.')
  const date = ctx.clock.now().toISOString().slice(0, 10)
  const ticket = await issueTicket(ctx, {
    key: fileKey,
    fileName: `order-${orderId}-${date}.csv`,
    contentType: 'text/csv; charset=utf-8',
  })
  return { url: `/v1/files/${ticket}` }
}
