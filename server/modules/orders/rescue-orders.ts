import type { Services } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { failOrder } from './fail-order.ts'
import { addFulfilJob, gaveUp } from './fulfil-order.job.ts'
import { lockOrder } from './orders.queries.ts'
import { type Unfinished, unfinishedWithoutJob } from './unfinished-orders.queries.ts'

/**
 * Looks after orders that nothing would ever take on again: one whose job is gone gets a new one, and one whose job has
 * used up its attempts, because it ended every process that tried it, is failed and its credits go back. One that cannot be
 * looked after is logged, and holds up no other.
 */
export async function rescueOrders(services: Services): Promise<void> {
  for (const order of await unfinishedWithoutJob(services.db)) {
    const { id: orderId, hasSpentJob } = order
    services.log.warn({ orderId, hasSpentJob }, 'an unfinished order had no job')
    try {
      await rescue(services, order)
    } catch (error) {
      services.log.error({ err: error, orderId }, 'an unfinished order could not be rescued')
    }
  }
}

async function rescue(services: Services, { id, userId, hasSpentJob }: Unfinished): Promise<void> {
  // Each by itself: whoever cancels orders meanwhile takes their locks in another order.
  if (hasSpentJob)
    await inTransaction(services, async (inside) => {
      await lockOrder(inside.db, id)
      // An administrator may have had it tried again since.
      const [still] = await unfinishedWithoutJob(inside.db, id)
      if (still?.hasSpentJob) await failOrder(inside, id, gaveUp)
    })
  else await addFulfilJob(services.db, { orderId: id, userId })
}
