import type { WebhookData, WebhookEventType } from '@dooryard/contract/integrations/webhook-events'
import { InternalStatus } from '@dooryard/contract/orders/order'
import { z } from 'zod'
import type { Services } from '../../../../platform/context.ts'
import { addJob } from '../../../../platform/jobs/jobs.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { emitWebhookEvent } from '../../../webhooks/index.ts'
import { getNextStatus, isFinished } from '../../fulfil/order-status-rules.ts'
import { getTestCampaignType, presentTestOrder } from './present-test-order.ts'
import { writeTestOrderFile } from './test-order-files.ts'
import {
  findTestOrder,
  lockTestOrder,
  setTestOrderStatus,
  type TestOrderFile,
  type TestOrderRow,
} from './test-orders.queries.ts'

export const advanceTestOrderJob = 'advance-test-order'

const stepMs = 700

/** An order of this name fails, so that a program can be tried on a failure. */
const failingName = 'fail'
const failureReason = 'This test order fails because of its name.'

/** Each step is a job of its own, so that no worker waits between them. */
export const addTestOrderJob = (db: Db, orderId: string): Promise<void> =>
  addJob(db, advanceTestOrderJob, { orderId }, { jobKey: `test-order:${orderId}`, delayMs: stepMs })

const JobPayload = z.object({ orderId: z.string() })

/** Moves a test order to its next status, and queues the step after it. */
export const runAdvanceTestOrder = (services: Services) => async (payload: unknown) => {
  const { orderId } = JobPayload.parse(payload)
  const row = await findTestOrder(services.db, orderId)
  if (!row) return
  const status = InternalStatus.parse(row.internalStatus)
  if (isFinished(status)) return
  const isFailing = status === 'ASSEMBLING' && row.orderName.toLowerCase() === failingName
  const file = status === 'ASSEMBLING' && !isFailing ? await writeTestOrderFile(services, row) : undefined
  await inTransaction(services, async (tx) => {
    const current = await lockTestOrder(tx.db, orderId)
    // Cancelled meanwhile, or advanced by another run of this job.
    if (current?.internalStatus !== status) return
    if (isFailing) return endTestOrder(tx, current, 'FAILED', failureReason)
    await changeStatus(tx, current, getNextStatus(getTestCampaignType(current), status), { file })
    if (!file) await addTestOrderJob(tx.db, orderId)
  })
}

type TestOrderContext = Pick<Services, 'db' | 'clock' | 'log'>

/** Ends a test order in the caller's transaction, which holds its row. */
export const endTestOrder = (tx: TestOrderContext, row: TestOrderRow, to: 'FAILED' | 'CANCELLED', reason: string) =>
  changeStatus(tx, row, to, { reason })

async function changeStatus(
  tx: TestOrderContext,
  { id, internalStatus }: TestOrderRow,
  to: InternalStatus,
  { file, reason }: { file?: TestOrderFile | undefined; reason?: string },
): Promise<void> {
  const at = tx.clock.now()
  const from = InternalStatus.parse(internalStatus)
  await setTestOrderStatus(tx.db, id, {
    ...{ at: at.toISOString(), from, to },
    ...(reason !== undefined && { detail: reason, failureReason: reason }),
    ...(file && { file }),
    completedAt: isFinished(to) ? at : null,
  })
  await emitTestOrderEvent(tx, 'order.status_changed', id, { from, to })
  if (isFinished(to)) await emitTestOrderEvent(tx, to === 'READY' ? 'order.completed' : 'order.failed', id, {})
}

type TestOrderEvent = Extract<
  WebhookEventType,
  'order.created' | 'order.status_changed' | 'order.completed' | 'order.failed'
>

/** Call this after all other changes: the event contains the order as it is then. */
export async function emitTestOrderEvent<Type extends TestOrderEvent>(
  tx: TestOrderContext,
  type: Type,
  orderId: string,
  more: Omit<WebhookData<Type>, 'order'>,
): Promise<void> {
  const row = await findTestOrder(tx.db, orderId)
  if (!row) throw new Error(`the test order ${orderId} was not found for its event`)
  await emitWebhookEvent(
    tx,
    row.userId,
    type,
    // `more` is the data without the order.
    () => ({ order: presentTestOrder(row), ...more }) as unknown as WebhookData<Type>,
    { isTest: true },
  )
}
