import type { Services } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { failOrder } from './fail-order.ts'
import { addFulfilJob, gaveUp } from './fulfil-order.job.ts'
import { unfinishedWithoutJob } from './orders.queries.ts'

/**
 * Looks after orders that nothing would ever take on again: one whose job is gone gets a new one, and one whose job has
 * used up its attempts, because it ended every process that tried it, is failed and its credits go back.
 */
export const rescueOrders = (services: Services): Promise<void> =>
  inTransaction(services, async (inside) => {
    for (const { id, userId, hasSpentJob } of await unfinishedWithoutJob(inside.db)) {
      inside.log.warn({ orderId: id, hasSpentJob }, 'an unfinished order had no job')
      if (hasSpentJob) await failOrder(inside, id, gaveUp)
      else await addFulfilJob(inside.db, { orderId: id, userId })
    }
  })
