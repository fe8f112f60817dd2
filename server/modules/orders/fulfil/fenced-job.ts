import { type CampaignType, campaignTypes } from '@dooryard/contract/api/enums'
import { z } from 'zod'
import type { Services } from '../../../platform/context.ts'
import type { JobRun } from '../../../platform/jobs/jobs.ts'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import type { ContactProvider } from '../../contacts/index.ts'
import { lockOrder, type OrderRow, updateOrder } from '../orders.queries.ts'
import { setStepProgress } from './steps.queries.ts'
import { toOrderTopic } from './transition-order.ts'

export type OrderStepContext = FencedOrder & {
  order: OrderRow
  signal?: AbortSignal | undefined
}

export const getCampaignType = ({ order }: OrderStepContext): CampaignType =>
  campaignTypes.schema.parse(order.campaignType)

/** Thrown when another worker has taken over the order; the caller leaves the order unchanged. */
export class FencingTokenExpired extends Error {}

export type FencedOrder = { orderId: string; fence: string }

export async function acquireFence({ db }: Pick<Services, 'db'>, orderId: string): Promise<string> {
  const fence = newId()
  await updateOrder(db, orderId, { fence })
  return fence
}

/**
 * Runs a change under the order's fencing token. A worker that was frozen past its heartbeat finds a newer token and
 * changes nothing.
 */
export const withFence = <Result>(
  services: Services,
  { orderId, fence }: FencedOrder,
  work: (tx: Services, order: { userId: string; singlePropertyId: string | null }) => Promise<Result>,
): Promise<Result> =>
  inTransaction(services, async (tx) => {
    const locked = await lockOrder(tx.db, orderId)
    if (locked.fence !== fence) throw new FencingTokenExpired(`order ${orderId} was taken over by another worker`)
    return work(tx, locked)
  })

export type OrderServices = Services & { contacts: ContactProvider }

const OrderJobPayload = z.object({ orderId: z.string() })

type FencedJobOptions = {
  failed: string
  work: (task: FencedOrder, signal?: AbortSignal) => Promise<void>
  /** Whether the failure ends the job; otherwise the queue retries it. */
  handleFailure: (task: FencedOrder, error: unknown) => Promise<boolean>
}

export const runFencedJob =
  (services: Services, { failed, work, handleFailure }: FencedJobOptions) =>
  async (payload: unknown, { signal }: Partial<JobRun> = {}): Promise<void> => {
    const { orderId } = OrderJobPayload.parse(payload)
    const task = { orderId, fence: await acquireFence(services, orderId) }
    try {
      await work(task, signal)
    } catch (error) {
      services.log.error({ err: error, orderId }, failed)
      // A worker that is shutting down does not count the failure against the order.
      if (signal?.aborted) throw error
      // A job that succeeds is deleted even if another worker holds it; one that fails without holding it is left
      // untouched.
      if (error instanceof FencingTokenExpired || !(await handleFailure(task, error))) throw error
    }
  }

const progressIntervalMs = 1_000

export type ReportProgress = (done: number, of: number) => Promise<void>

/** Publishes the progress of an order's step, at most once per second. */
export function createProgressReporter(services: Pick<Services, 'db'>, task: FencedOrder): ReportProgress {
  let reportedAt = Number.NEGATIVE_INFINITY
  return async (done, of) => {
    const now = performance.now()
    if (now - reportedAt < progressIntervalMs) return
    reportedAt = now
    await inTransaction(services, async ({ db }) => {
      if (!(await setStepProgress(db, task, { done, of })))
        throw new FencingTokenExpired(`order ${task.orderId} was taken over`)
      await publishTopic(db, toOrderTopic(task.orderId))
    })
  }
}
