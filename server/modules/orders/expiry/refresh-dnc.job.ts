import { campaignTypes, type ScrubResult } from '@dooryard/contract/api/enums'
import type { Order } from '@dooryard/contract/orders/order'
import type { ScrubSummary } from '@dooryard/contract/orders/order-files'
import type { Context, Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { formatNumber, pluralize } from '../../../platform/util/format.ts'
import { buildScrubSummary, createScrubPlan, getCallableUntil, type ScrubPlan } from '../../dnc/index.ts'
import { withCurrentInternalList } from '../call-ready/current-internal-list.ts'
import {
  applyScrubResults,
  hasChangedResults,
  readLeadContacts,
  type ScrubResults,
  scrubContactBatches,
} from '../call-ready/scrub-leads.ts'
import {
  findOrderFile,
  insertOrderNotice,
  insertRecheck,
  type NewFileVersion,
  upsertOrderNotice,
} from '../export/order-files.queries.ts'
import { certifyFile, recordFileVersion, writeFileVersion } from '../export/write-file-version.ts'
import { type FencedOrder, runFencedJob, withFence } from '../fulfil/fenced-job.ts'
import { listRefreshesWithoutJob, startRefresh } from '../fulfil/steps.queries.ts'
import { emitOrderEvent, toOrderTopic } from '../fulfil/transition-order.ts'
import { getLastRank, updateLeadContacts } from '../leads/leads.queries.ts'
import {
  findOrder,
  getFileColumns,
  incrementFailures,
  lockOrder,
  type OrderRow,
  updateOrder,
} from '../orders.queries.ts'
import { requireDncRegistry } from '../place/place-order.ts'
import { getOwnedOrder, type OwnedOrderRef, requireReadableOrder } from '../read/get-order.ts'

/**
 * Joins a check that is already in progress. UNPROCESSABLE without numbers or current lists, CONFLICT before delivery.
 */
export const refreshDnc = (ctx: Context, ref: OwnedOrderRef): Promise<Order> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    const { id, campaignType, internalStatus } = await requireReadableOrder(tx, ref)
    if (campaignType !== 'CALL_READY')
      throw appError('UNPROCESSABLE', 'This order has no phone numbers that could be checked.')
    if (internalStatus !== 'READY') throw appError('CONFLICT', 'Only a completed order can be checked again.')
    // Concurrent calls serialize on this lock, and the second finds the first one's check.
    await lockOrder(db, id)
    if (await startRefresh(db, id, clock.now())) {
      await requireDncRegistry(tx)
      await addRefreshJob(db, id)
      await publishTopic(db, toOrderTopic(id))
    }
    return getOwnedOrder(tx, ref)
  })

export const refreshDncJob = 'refresh-dnc'

const maxFailures = 5
const failedMessage = 'The numbers could not be checked again. The file from before stands; please try again later.'

export const addRefreshJob = (db: Db, orderId: string): Promise<void> =>
  addJob(db, refreshDncJob, { orderId }, { jobKey: `refresh:${orderId}` })

/** The queue retries a failure with exponential back-off; after the fifth the old version stays. */
export const runRefreshDnc = (services: Services) =>
  runFencedJob(services, {
    failed: 'the numbers of an order could not be checked again',
    work: (task) => rescrubOrder(services, task),
    handleFailure: (task) => handleRefreshFailure(services, task),
  })

const handleRefreshFailure = (services: Services, task: FencedOrder): Promise<boolean> =>
  withFence(services, task, async (tx) => {
    if ((await incrementFailures(tx.db, task.orderId)) < maxFailures) return false
    await recordRefreshFailure(tx, task.orderId)
    return true
  })

async function recordRefreshFailure({ db, clock }: Services, orderId: string): Promise<void> {
  const order = await findOrder(db, orderId)
  if (!order?.refreshingSince) return
  await updateOrder(db, orderId, { refreshingSince: null, updatedAt: clock.now(), attemptFailures: 0 })
  const { fileVersion: version, checkNumber } = order
  const notice = { orderId, version, checkNumber, type: 'DNC_REFRESH_FAILED', at: clock.now() } as const
  await upsertOrderNotice(db, { ...notice, detail: failedMessage })
  await publishTopic(db, toOrderTopic(orderId))
}

/** Requeues a check whose job was lost, and ends one whose job has no attempts left. */
export async function recoverStuckRefreshes(services: Services): Promise<void> {
  for (const { id, hasSpentJob } of await listRefreshesWithoutJob(services.db)) {
    services.log.warn({ orderId: id, hasSpentJob }, 'a check of numbers had no job')
    await inTransaction(services, async (tx) => {
      await lockOrder(tx.db, id)
      if (hasSpentJob) await recordRefreshFailure(tx, id)
      else if ((await findOrder(tx.db, id))?.refreshingSince) await addRefreshJob(tx.db, id)
    })
  }
}

/**
 * Results and file are replaced together; if the check fails, both stay unchanged. A check that changes no result keeps
 * the file and certifies it again. It fails, and is repeated, if one of the numbers comes onto the user's internal list
 * meanwhile: otherwise a number that was marked “do not call” would be callable again.
 */
export async function rescrubOrder(services: Services, task: FencedOrder): Promise<void> {
  const order = await findOrder(services.db, task.orderId)
  if (!order?.refreshingSince) return
  const plan = await createScrubPlan(services.db, { userId: order.userId, at: services.clock.now() })
  const results = new Map<string, ScrubResult>()
  for await (const checked of scrubContactBatches(services, { orderId: order.id, plan, after: 0 }))
    for (const [number, result] of checked.results) results.set(number, result)
  const scrub = buildScrubSummary(plan, results)
  if (!(await hasChangedResults(services.db, order.id, results)))
    return recheckFile(services, task, { order, scrub, plan, results })
  const version = await writeFileVersion(services, {
    ...task,
    userId: order.userId,
    version: order.fileVersion + 1,
    campaignType: campaignTypes.schema.parse(order.campaignType),
    columns: getFileColumns(order),
    scrub,
    results,
  })
  await withUnmarkedNumbers(services, { order, plan, results }, (requireCurrent) =>
    recordFileVersion(services, task, version, async (tx) => {
      await saveScrubResults(tx, order.id, results)
      // After the results are stored: their row locks make marks of these leads come before or after.
      await requireCurrent(tx)
      await completeRefresh(tx, order, { ...version, checkNumber: 1, scrub, type: 'DNC_REFRESHED' })
    }),
  )
}

type CheckedNumbers = { order: OrderRow; plan: ScrubPlan; results: ScrubResults }

/** Throws if one of the numbers that the check found callable is on the user's internal list since. */
const withUnmarkedNumbers = (
  services: Services,
  { order, plan, results }: CheckedNumbers,
  record: (requireCurrent: (tx: Services) => Promise<void>) => Promise<void>,
): Promise<void> =>
  withCurrentInternalList(services, { userId: order.userId, plan }, ({ added, requireCurrent }) => {
    for (const number of added)
      if (results.get(number) === 'CLEAN')
        throw new Error(`a number of order ${order.id} came onto the internal list while it was checked`)
    return record(requireCurrent)
  })

async function saveScrubResults({ db }: Services, orderId: string, results: ScrubResults): Promise<void> {
  for await (const leads of readLeadContacts(db, orderId, 0, await getLastRank(db, orderId)))
    await updateLeadContacts(db, orderId, applyScrubResults(leads, results))
}

/** Records a check that changed nothing, with a certificate that proves it for the same file. */
async function recheckFile(
  services: Services,
  task: FencedOrder,
  { order, scrub, plan, results }: CheckedNumbers & { scrub: ScrubSummary },
): Promise<void> {
  const file = await findOrderFile(services.db, order.id, order.fileVersion)
  if (!file?.sha256 || file.callableLeads === null) throw new Error(`order ${order.id} has no checked file`)
  const { version, fileKey, sha256, leads, callableLeads } = file
  const certified = { orderId: order.id, version, sha256, leads, callableLeads, scrub }
  const certificate = await certifyFile(services, { ...certified, userId: order.userId })
  const checkNumber = order.checkNumber + 1
  await withUnmarkedNumbers(services, { order, plan, results }, (requireCurrent) =>
    withFence(services, task, async (tx) => {
      await requireCurrent(tx)
      await insertRecheck(tx.db, { orderId: order.id, version, checkNumber, scrub, certificate })
      await completeRefresh(tx, order, { ...certified, fileKey, checkNumber, type: 'DNC_UNCHANGED' })
    }),
  )
}

type CompletedCheck = Pick<NewFileVersion, 'version' | 'fileKey' | 'leads' | 'callableLeads'> & {
  checkNumber: number
  scrub: ScrubSummary
  type: 'DNC_REFRESHED' | 'DNC_UNCHANGED'
}

async function completeRefresh(tx: Services, order: OrderRow, check: CompletedCheck) {
  const { db, clock } = tx
  const { version, fileKey, leads, checkNumber, scrub, type } = check
  const at = clock.now()
  const checkedAt = new Date(scrub.checkedAt)
  await updateOrder(db, order.id, {
    ...{ fileVersion: version, checkNumber, fileKey, attemptFailures: 0, updatedAt: checkedAt },
    ...{ dncCheckedAt: checkedAt, expiresAt: getCallableUntil(scrub), expiredAt: null, refreshingSince: null },
  })
  const callableLeads = check.callableLeads ?? 0
  const detail = `${pluralize(callableLeads, 'lead')} of ${formatNumber(leads)} can be called`
  await insertOrderNotice(db, { orderId: order.id, version, checkNumber, type, at, detail })
  await publishTopic(db, toOrderTopic(order.id))
  const event = { orderId: order.id, userId: order.userId, fileVersion: version, callableLeads }
  await emitOrderEvent(tx, 'order.dnc_refreshed', event)
}
