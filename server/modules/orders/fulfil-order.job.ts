import type { Services } from '../../platform/context.ts'
import { isAppError } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { failOrder } from './fail-order.ts'
import { behindFence, type Fenced, FenceLost, takeFence } from './fence.ts'
import { fulfilOrder } from './fulfil-order.ts'
import { countFailure } from './orders.queries.ts'

export const fulfilOrderJob = 'fulfil-order'

/** A step that failed this often fails its order. */
const tries = 5
export const gaveUp = 'We could not complete this order, and nothing was charged for it. Please place it again.'

/** Adds the job that fulfils an order, inside the caller's transaction. */
export const addFulfilJob = (db: Db, { orderId, userId }: { orderId: string; userId: string }): Promise<void> =>
  // One at a time for each user, so that two orders of the same criteria never choose the same leads.
  addJob(db, fulfilOrderJob, { orderId }, { jobKey: `order:${orderId}`, queue: `orders:${userId}` })

/** Runs an order; a failing step is tried again by the queue with growing pauses, and the fifth failure ends the order. */
export const runFulfilOrder =
  (services: Services) =>
  async (payload: unknown): Promise<void> => {
    const orderId = orderIdOf(payload)
    const task = { orderId, fence: await takeFence(services, orderId) }
    try {
      await fulfilOrder(services, task)
    } catch (error) {
      services.log.error({ err: error, orderId }, 'a step of an order failed')
      // A job that ends well is deleted, whoever holds it by now; one that fails without holding it is left alone.
      if (error instanceof FenceLost || !(await endAfterFailure(services, task, error))) throw error
    }
  }

/** Counts a failure and ends the order when there is no use in another try; says whether it ended. */
const endAfterFailure = (services: Services, task: Fenced, error: unknown): Promise<boolean> =>
  behindFence(services, task, async (inside) => {
    if (isRefusal(error)) return failOrder(inside, task.orderId, error.message)
    if ((await countFailure(inside.db, task.orderId)) < tries) return false
    return failOrder(inside, task.orderId, gaveUp)
  })

/** What can never succeed, said in a sentence for the user. */
const isRefusal = (error: unknown): error is Error => isAppError(error) && error.code === 'UNPROCESSABLE'

function orderIdOf(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'orderId' in payload && typeof payload.orderId === 'string')
    return payload.orderId
  throw new Error('a fulfil-order job names no order')
}
