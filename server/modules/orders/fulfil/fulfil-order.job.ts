import { hourMs, minuteMs } from '@dooryard/contract/api/time'
import { InternalStatus } from '@dooryard/contract/orders/order'
import { OverLimitError } from '../../../platform/clickhouse/errors.ts'
import type { Services } from '../../../platform/context.ts'
import { isAppError } from '../../../platform/errors/app-error.ts'
import { formatErrorLine } from '../../../platform/errors/error-line.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { isVendorUnavailable } from '../../contacts/index.ts'
import { runScrubStep } from '../call-ready/scrub-step.ts'
import { runTraceStep } from '../call-ready/trace-leads.ts'
import { findOrder, incrementFailures, listTransitions, lockOrder, updateOrder } from '../orders.queries.ts'
import { runAssembleStep } from './assemble-order.ts'
import { type FencedOrder, type OrderServices, type OrderStepContext, runFencedJob, withFence } from './fenced-job.ts'
import { isFinished } from './order-status-rules.ts'
import { runSelectStep } from './select-leads.ts'
import { listUnfinishedWithoutJob, type OrderWithoutJob } from './steps.queries.ts'
import { failOrder, transitionOrder } from './transition-order.ts'

/** Workers of the release before do not know this job, and would charge leads purchased for mail in full. */
export const fulfilOrderJob = 'fulfil-priced-order'
/** Orders that were placed by the release before. */
export const formerFulfilOrderJob = 'fulfil-order'

/** Failures of one step after which the order fails. */
const maxFailures = 5
export const exhaustedMessage =
  'We could not complete this order, and nothing was charged for it. Please place it again.'

/** How long after a step starts an unreachable contact provider does not count as a failure. */
const vendorGraceMs = hourMs
const vendorRetryMs = minuteMs
const vendorUnreachableMessage =
  'Our contact provider could not be reached, so nothing was charged for this order. Please place it again later.'

type FulfilJobInput = { orderId: string; userId: string; isSingle: boolean; delayMs?: number }

export const addFulfilJob = (db: Db, { orderId, userId, isSingle, delayMs = 0 }: FulfilJobInput): Promise<void> =>
  // One job at a time per user, so that two orders with the same criteria never select the same leads. An order of one
  // lead does not wait for a large one: if they select the same lead, one of them gets it as a free repeat.
  addJob(
    db,
    fulfilOrderJob,
    { orderId },
    { jobKey: `order:${orderId}`, queue: `${isSingle ? 'single-orders' : 'orders'}:${userId}`, delayMs },
  )

/** The queue retries a failing step with exponential back-off; the fifth failure fails the order. */
export const runFulfilOrder = (services: OrderServices) =>
  runFencedJob(services, {
    failed: 'a step of an order failed',
    work: (task, signal) => fulfilOrder(services, task, signal),
    handleFailure: (task, error) => handleStepFailure(services, task, error),
  })

const handleStepFailure = (services: Services, task: FencedOrder, error: unknown): Promise<boolean> =>
  withFence(services, task, async (tx, { userId, singlePropertyId }) => {
    const { orderId } = task
    if (isOrderRefusal(error)) return failOrder(tx, orderId, error.message)
    await updateOrder(tx.db, orderId, {
      deferredReason: isVendorUnavailable(error) ? formatErrorLine(error.message) : null,
    })
    if (isVendorUnavailable(error) && (await isWithinVendorGrace(tx, orderId))) {
      const isSingle = singlePropertyId !== null
      await addFulfilJob(tx.db, { orderId, userId, isSingle, delayMs: vendorRetryMs })
      return true
    }
    if ((await incrementFailures(tx.db, orderId)) < maxFailures) return false
    return failOrder(tx, orderId, isVendorUnavailable(error) ? vendorUnreachableMessage : exhaustedMessage)
  })

async function isWithinVendorGrace({ db, clock }: Services, orderId: string): Promise<boolean> {
  const startedAt = (await listTransitions(db, orderId)).at(-1)?.at
  return startedAt !== undefined && clock.now().getTime() - startedAt.getTime() < vendorGraceMs
}

/**
 * A store limit is not a refusal, since a busy store hits it too; the select step decides when the criteria are the
 * cause.
 */
const isOrderRefusal = (error: unknown): error is Error =>
  isAppError(error) && error.code === 'UNPROCESSABLE' && !(error instanceof OverLimitError)

/** Each step commits separately and can be repeated, so when a worker dies the next one finishes the order. */
export async function fulfilOrder(services: OrderServices, fenced: FencedOrder, signal?: AbortSignal): Promise<void> {
  let previousStatus: InternalStatus | undefined
  for (;;) {
    const order = await findOrder(services.db, fenced.orderId)
    if (!order) return
    const status = InternalStatus.parse(order.internalStatus)
    if (isFinished(status)) return
    // A step that does not advance would repeat forever and block the worker.
    if (status === previousStatus) throw new Error(`order ${order.id} stays ${status}`)
    await runStep(services, { ...fenced, order, signal }, status)
    previousStatus = status
  }
}

type OrderStep = (services: OrderServices, task: OrderStepContext) => Promise<unknown>

const stepByStatus: Partial<Record<InternalStatus, OrderStep>> = {
  QUEUED: (services, task) => withFence(services, task, (tx) => transitionOrder(tx, task.orderId, { to: 'SELECTING' })),
  SELECTING: runSelectStep,
  TRACING: runTraceStep,
  SCRUBBING: runScrubStep,
  ASSEMBLING: runAssembleStep,
}

function runStep(services: OrderServices, task: OrderStepContext, status: InternalStatus): Promise<unknown> {
  const step = stepByStatus[status]
  if (!step) throw new Error(`no step for status ${status}`)
  return step(services, task)
}

/**
 * Requeues or fails orders whose job was lost. A job with no attempts left crashed every process that ran it, so its
 * order fails.
 */
export async function recoverStuckOrders(services: Services): Promise<void> {
  for (const order of await listUnfinishedWithoutJob(services.db)) {
    const { id: orderId, hasSpentJob } = order
    services.log.warn({ orderId, hasSpentJob }, 'an unfinished order had no job')
    try {
      await recoverOrder(services, order)
    } catch (error) {
      services.log.error({ err: error, orderId }, 'an unfinished order could not be rescued')
    }
  }
}

async function recoverOrder(services: Services, { id, userId, isSingle, hasSpentJob }: OrderWithoutJob): Promise<void> {
  // One order per transaction: concurrent cancellations lock orders in a different sequence.
  if (hasSpentJob)
    await inTransaction(services, async (tx) => {
      await lockOrder(tx.db, id)
      // An administrator may have retried it in the meantime.
      const [current] = await listUnfinishedWithoutJob(tx.db, id)
      if (current?.hasSpentJob) await failOrder(tx, id, exhaustedMessage)
    })
  else await addFulfilJob(services.db, { orderId: id, userId, isSingle })
}
