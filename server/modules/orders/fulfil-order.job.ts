import { OverLimitError } from '../../platform/clickhouse/errors.ts'
import type { Services } from '../../platform/context.ts'
import { errorLine } from '../../platform/error-line.ts'
import { isAppError } from '../../platform/errors.ts'
import { addJob, type JobRun } from '../../platform/jobs.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { isVendorUnavailable } from '../contacts/index.ts'
import { failOrder } from './fail-order.ts'
import { behindFence, type Fenced, FenceLost, takeFence } from './fence.ts'
import { fulfilOrder } from './fulfil-order.ts'
import type { OrderServices } from './order-services.ts'
import { countFailure, listTransitions, notePutOff } from './orders.queries.ts'
import { ownerOf } from './steps.queries.ts'

export const fulfilOrderJob = 'fulfil-order'

/** A step that failed this often fails its order. */
const tries = 5
export const gaveUp = 'We could not complete this order, and nothing was charged for it. Please place it again.'

/**
 * For so long from where a step begins a contact provider that cannot be reached counts as no failure. After that it
 * does: a step that is at work for longer still has its tries.
 */
const patienceMs = 3_600_000
const lookAgainMs = 60_000
const unreachable =
  'Our contact provider could not be reached, so nothing was charged for this order. Please place it again later.'

type Added = { orderId: string; userId: string; delayMs?: number }

/** Adds the job that fulfils an order, inside the caller's transaction, in place of the one that it has. */
export const addFulfilJob = (db: Db, { orderId, userId, delayMs = 0 }: Added): Promise<void> =>
  // One at a time for each user, so that two orders of the same criteria never choose the same leads.
  addJob(db, fulfilOrderJob, { orderId }, { jobKey: `order:${orderId}`, queue: `orders:${userId}`, delayMs })

/**
 * Runs an order; a failing step is tried again by the queue with growing pauses, and the fifth failure ends the order.
 * While the contact provider cannot be reached, which is noted on the order, a step is tried every minute until it is an
 * hour old; only then that counts too.
 */
export const runFulfilOrder =
  (services: OrderServices) =>
  async (payload: unknown, { signal }: Partial<JobRun> = {}): Promise<void> => {
    const orderId = orderIdOf(payload)
    const task = { orderId, fence: await takeFence(services, orderId) }
    try {
      await fulfilOrder(services, task, signal)
    } catch (error) {
      services.log.error({ err: error, orderId }, 'a step of an order failed')
      // A worker that was asked to stop says nothing of the order.
      if (signal?.aborted) throw error
      // A job that ends well is deleted, whoever holds it by now; one that fails without holding it is left alone.
      if (error instanceof FenceLost || !(await settleFailure(services, task, error))) throw error
    }
  }

/** Ends the order when there is no use in another try, or puts it off; says whether this job is done with that. */
const settleFailure = (services: Services, task: Fenced, error: unknown): Promise<boolean> =>
  behindFence(services, task, async (inside) => {
    const { orderId } = task
    if (isRefusal(error)) return failOrder(inside, orderId, error.message)
    await notePutOff(inside.db, orderId, isVendorUnavailable(error) ? errorLine(error.message) : null)
    if (isVendorUnavailable(error) && (await isStepYoung(inside, orderId))) {
      await addFulfilJob(inside.db, { orderId, userId: await ownerOf(inside.db, orderId), delayMs: lookAgainMs })
      return true
    }
    if ((await countFailure(inside.db, orderId)) < tries) return false
    return failOrder(inside, orderId, isVendorUnavailable(error) ? unreachable : gaveUp)
  })

async function isStepYoung({ db, clock }: Services, orderId: string): Promise<boolean> {
  const begun = (await listTransitions(db, orderId)).at(-1)?.at
  return begun !== undefined && clock.now().getTime() - begun.getTime() < patienceMs
}

/**
 * What can never succeed, said in a sentence for the user. A limit of the store is none by itself: a store that is busy meets
 * them too. The step that chooses leads says where the criteria are to blame.
 */
const isRefusal = (error: unknown): error is Error =>
  isAppError(error) && error.code === 'UNPROCESSABLE' && !(error instanceof OverLimitError)

function orderIdOf(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'orderId' in payload && typeof payload.orderId === 'string')
    return payload.orderId
  throw new Error('a fulfil-order job names no order')
}
