import type { Services } from '../../platform/context.ts'
import { addJob } from '../../platform/jobs.ts'
import { announce } from '../../platform/live/hub.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { behindFence, type Fenced, FenceLost, takeFence } from './fence.ts'
import { orderTopic } from './move-order.ts'
import { noteAgain } from './order-files.queries.ts'
import { countFailure, findOrder, lockOrder } from './orders.queries.ts'
import { recheckNumbers } from './recheck-numbers.ts'
import { endRefresh, refreshingWithoutJob } from './refresh-dnc.queries.ts'

export const refreshDncJob = 'refresh-dnc'

/** A check that failed this often is given up. */
const tries = 5
const gaveUp = 'The numbers could not be checked again. The file from before stands; please try again later.'

/** Adds the job that checks the numbers of an order again, inside the caller's transaction. */
export const addRefreshJob = (db: Db, orderId: string): Promise<void> =>
  addJob(db, refreshDncJob, { orderId }, { jobKey: `refresh:${orderId}` })

/** Checks again; a failure is tried again by the queue with growing pauses, and after the fifth the old version stands. */
export const runRefreshDnc =
  (services: Services) =>
  async (payload: unknown): Promise<void> => {
    const orderId = orderIdOf(payload)
    const task = { orderId, fence: await takeFence(services, orderId) }
    try {
      await recheckNumbers(services, task)
    } catch (error) {
      services.log.error({ err: error, orderId }, 'the numbers of an order could not be checked again')
      // A job that ends well is deleted, whoever holds it by now; one that fails without holding it is left alone.
      if (error instanceof FenceLost || !(await endAfterFailure(services, task))) throw error
    }
  }

const endAfterFailure = (services: Services, task: Fenced): Promise<boolean> =>
  behindFence(services, task, async (inside) => {
    if ((await countFailure(inside.db, task.orderId)) < tries) return false
    await giveUp(inside, task.orderId)
    return true
  })

async function giveUp({ db, clock }: Services, orderId: string): Promise<void> {
  const order = await findOrder(db, orderId)
  if (!order?.refreshSince) return
  await endRefresh(db, orderId, clock.now())
  const notice = { orderId, version: order.fileVersion, type: 'DNC_REFRESH_FAILED', at: clock.now() } as const
  await noteAgain(db, { ...notice, detail: gaveUp })
  await announce(db, orderTopic(orderId))
}

/**
 * Looks after checks that nothing would ever take on again: one whose job is gone gets a new one, and one whose job has
 * used up its attempts, because it ended every process that tried it, is given up.
 */
export async function rescueRefreshes(services: Services): Promise<void> {
  for (const { id, hasSpentJob } of await refreshingWithoutJob(services.db)) {
    services.log.warn({ orderId: id, hasSpentJob }, 'a check of numbers had no job')
    await inTransaction(services, async (inside) => {
      await lockOrder(inside.db, id)
      if (hasSpentJob) await giveUp(inside, id)
      else if ((await findOrder(inside.db, id))?.refreshSince) await addRefreshJob(inside.db, id)
    })
  }
}

function orderIdOf(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'orderId' in payload && typeof payload.orderId === 'string')
    return payload.orderId
  throw new Error('a refresh-dnc job names no order')
}
