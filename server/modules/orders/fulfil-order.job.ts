import { InternalStatus } from '@dooryard/contract/order'
import { hourMs, minuteMs } from '@dooryard/contract/time'
import { OverLimitError } from '../../platform/clickhouse/errors.ts'
import type { Services } from '../../platform/context.ts'
import { errorLine } from '../../platform/error-line.ts'
import { isAppError } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { isVendorUnavailable } from '../contacts/index.ts'
import { assembleStep } from './assemble-order.ts'
import { failOrder, moveOrder } from './move-order.ts'
import { behindFence, type Fenced, type OrderServices, type OrderTask, runFenced } from './order-task.ts'
import { countFailure, findOrder, listTransitions, lockOrder, updateOrder } from './orders.queries.ts'
import { scrubStep } from './scrub-leads.ts'
import { selectStep } from './select-leads.ts'
import { unfinishedWithoutJob, type WithoutJob } from './steps.queries.ts'
import { traceStep } from './trace-leads.ts'
import { isOver } from './transitions.ts'

export const fulfilOrderJob = 'fulfil-order'

/** A step that failed this often fails its order. */
const tries = 5
export const gaveUp = 'We could not complete this order, and nothing was charged for it. Please place it again.'

/** For so long from where a step begins a contact provider that cannot be reached counts as no failure. */
const patienceMs = hourMs
const lookAgainMs = minuteMs
const unreachable =
  'Our contact provider could not be reached, so nothing was charged for this order. Please place it again later.'

type Added = { orderId: string; userId: string; delayMs?: number }

export const addFulfilJob = (db: Db, { orderId, userId, delayMs = 0 }: Added): Promise<void> =>
  // One at a time for each user, so that two orders of the same criteria never choose the same leads.
  addJob(db, fulfilOrderJob, { orderId }, { jobKey: `order:${orderId}`, queue: `orders:${userId}`, delayMs })

/** The queue retries a failing step with growing pauses; its fifth failure ends the order. */
export const runFulfilOrder = (services: OrderServices) =>
  runFenced(services, {
    failed: 'a step of an order failed',
    work: (task, signal) => fulfilOrder(services, task, signal),
    settle: (task, error) => settleFailure(services, task, error),
  })

const settleFailure = (services: Services, task: Fenced, error: unknown): Promise<boolean> =>
  behindFence(services, task, async (inside, { userId }) => {
    const { orderId } = task
    if (isRefusal(error)) return failOrder(inside, orderId, error.message)
    await updateOrder(inside.db, orderId, {
      deferredReason: isVendorUnavailable(error) ? errorLine(error.message) : null,
    })
    if (isVendorUnavailable(error) && (await isStepYoung(inside, orderId))) {
      await addFulfilJob(inside.db, { orderId, userId, delayMs: lookAgainMs })
      return true
    }
    if ((await countFailure(inside.db, orderId)) < tries) return false
    return failOrder(inside, orderId, isVendorUnavailable(error) ? unreachable : gaveUp)
  })

async function isStepYoung({ db, clock }: Services, orderId: string): Promise<boolean> {
  const begun = (await listTransitions(db, orderId)).at(-1)?.at
  return begun !== undefined && clock.now().getTime() - begun.getTime() < patienceMs
}

/** A limit of the store is no refusal: a busy one meets it too. Choosing leads says where the criteria are to blame. */
const isRefusal = (error: unknown): error is Error =>
  isAppError(error) && error.code === 'UNPROCESSABLE' && !(error instanceof OverLimitError)

/** Each step commits by itself and may be run again, so a worker that dies leaves an order that the next finishes. */
export async function fulfilOrder(services: OrderServices, fenced: Fenced, signal?: AbortSignal): Promise<void> {
  let before: InternalStatus | undefined
  for (;;) {
    const order = await findOrder(services.db, fenced.orderId)
    if (!order) return
    const status = InternalStatus.parse(order.internalStatus)
    if (isOver(status)) return
    // A step that leads nowhere would be taken for ever, and nobody could work at anything else.
    if (status === before) throw new Error(`order ${order.id} stays ${status}`)
    await takeStep(services, { ...fenced, order, signal }, status)
    before = status
  }
}

type Step = (services: OrderServices, task: OrderTask) => Promise<unknown>

const steps: Partial<Record<InternalStatus, Step>> = {
  QUEUED: (services, task) =>
    behindFence(services, task, (inside) => moveOrder(inside, task.orderId, { to: 'SELECTING' })),
  SELECTING: selectStep,
  TRACING: traceStep,
  SCRUBBING: scrubStep,
  ASSEMBLING: assembleStep,
}

function takeStep(services: OrderServices, task: OrderTask, status: InternalStatus): Promise<unknown> {
  const step = steps[status]
  if (!step) throw new Error(`no worker takes an order on from ${status}`)
  return step(services, task)
}

/** A job that has used up its attempts ended every process that tried it, so its order is failed. */
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

async function rescue(services: Services, { id, userId, hasSpentJob }: WithoutJob): Promise<void> {
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
