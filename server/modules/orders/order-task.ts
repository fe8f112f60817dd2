import { type CampaignType, campaignTypes } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { JobRun } from '../../platform/jobs.ts'
import { announce } from '../../platform/live/hub.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import type { ContactDesk } from '../contacts/index.ts'
import { orderTopic } from './move-order.ts'
import { lockOrder, type OrderRow, updateOrder } from './orders.queries.ts'
import { setStep } from './steps.queries.ts'

export type OrderTask = Fenced & {
  order: OrderRow
  signal?: AbortSignal | undefined
}

export const typeOf = ({ order }: OrderTask): CampaignType => campaignTypes.schema.parse(order.campaignType)

/** Thrown when another worker has taken an order over: whoever meets it leaves the order alone. */
export class FenceLost extends Error {}

export type Fenced = { orderId: string; fence: string }

export async function takeFence({ db }: Pick<Services, 'db'>, orderId: string): Promise<string> {
  const fence = newId()
  await updateOrder(db, orderId, { fence })
  return fence
}

/** A worker that was frozen past its heartbeat finds another's fence here, and changes nothing. */
export const behindFence = <Result>(
  services: Services,
  { orderId, fence }: Fenced,
  work: (inside: Services, order: { userId: string }) => Promise<Result>,
): Promise<Result> =>
  inTransaction(services, async (inside) => {
    const locked = await lockOrder(inside.db, orderId)
    if (locked.fence !== fence) throw new FenceLost(`order ${orderId} was taken over by another worker`)
    return work(inside, locked)
  })

export type OrderServices = Services & { contacts: ContactDesk }

const OrderJob = z.object({ orderId: z.string() })

type FencedJob = {
  failed: string
  work: (task: Fenced, signal?: AbortSignal) => Promise<void>
  /** Whether the job is done with a failure; otherwise the queue retries it. */
  settle: (task: Fenced, error: unknown) => Promise<boolean>
}

export const runFenced =
  (services: Services, { failed, work, settle }: FencedJob) =>
  async (payload: unknown, { signal }: Partial<JobRun> = {}): Promise<void> => {
    const { orderId } = OrderJob.parse(payload)
    const task = { orderId, fence: await takeFence(services, orderId) }
    try {
      await work(task, signal)
    } catch (error) {
      services.log.error({ err: error, orderId }, failed)
      // A worker that was asked to stop says nothing of the order.
      if (signal?.aborted) throw error
      // A job that ends well is deleted, whoever holds it by now; one that fails without holding it is left alone.
      if (error instanceof FenceLost || !(await settle(task, error))) throw error
    }
  }

const everyMs = 1_000

export type Report = (done: number, of: number) => Promise<void>

/** Publishes how far the step of an order has come, at most once a second. */
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
