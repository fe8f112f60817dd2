import { InternalStatus } from '@dooryard/contract/order'
import { assembleStep } from './assemble-order.ts'
import { behindFence, type Fenced } from './fence.ts'
import { moveOrder } from './move-order.ts'
import type { OrderServices } from './order-services.ts'
import type { OrderTask } from './order-task.ts'
import { findOrder } from './orders.queries.ts'
import { scrubStep } from './scrub-leads.ts'
import { selectStep } from './select-leads.ts'
import { traceStep } from './trace-leads.ts'
import { isOver } from './transitions.ts'

/**
 * Carries an order to its end from wherever it stands: QUEUED → SELECTING → ASSEMBLING → READY, and for an order to call
 * TRACING → SCRUBBING between them. Each step commits by itself and may be run again, so a worker that dies anywhere leaves
 * an order that the next one finishes.
 */
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
