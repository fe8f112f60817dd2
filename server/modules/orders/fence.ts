import type { Services } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { lockOrder, setFence } from './orders.queries.ts'

/** Thrown when another worker has taken an order over: whoever meets it leaves the order alone. */
export class FenceLost extends Error {}

/** An order with the fence that its worker took. */
export type Fenced = { orderId: string; fence: string }

/** Takes an order over from whatever worker had it before. */
export async function takeFence({ db }: Pick<Services, 'db'>, orderId: string): Promise<string> {
  const fence = newId()
  await setFence(db, orderId, fence)
  return fence
}

/**
 * Runs one change of an order, if this worker still has it. A worker that was frozen past its heartbeat and woken again
 * finds another's fence here, and changes nothing.
 */
export const behindFence = <Result>(
  services: Services,
  { orderId, fence }: Fenced,
  work: (inside: Services) => Promise<Result>,
): Promise<Result> =>
  inTransaction(services, async (inside) => {
    const locked = await lockOrder(inside.db, orderId)
    if (locked.fence !== fence) throw new FenceLost(`order ${orderId} was taken over by another worker`)
    return work(inside)
  })
