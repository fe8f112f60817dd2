import type { Services } from '../../platform/context.ts'
import { announce } from '../../platform/live/hub.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { type Fenced, FenceLost } from './fence.ts'
import { orderTopic } from './move-order.ts'
import { setStep } from './steps.queries.ts'

const everyMs = 1_000

export type Report = (done: number, of: number) => Promise<void>

/** Tells whoever watches an order how far its step has come, at most once a second; the next step begins anew. */
export function stepProgress(services: Pick<Services, 'db'>, task: Fenced): Report {
  let toldAt = Number.NEGATIVE_INFINITY
  return async (done, of) => {
    const now = performance.now()
    if (now - toldAt < everyMs) return
    toldAt = now
    await inTransaction(services, async ({ db }) => {
      if (!(await setStep(db, task, { done, of }))) throw new FenceLost(`order ${task.orderId} was taken over`)
      await announce(db, orderTopic(task.orderId))
    })
  }
}
