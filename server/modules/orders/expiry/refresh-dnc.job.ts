import { campaignTypes, type ScrubResult } from '@dooryard/contract/api/enums'
import type { Order } from '@dooryard/contract/orders/order'
import type { ScrubSummary } from '@dooryard/contract/orders/order-files'
import type { Context, Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { formatNumber, pluralize } from '../../../platform/util/format.ts'
import {
  addInternalCheck,
  buildScrubSummary,
  createScrubPlan,
  getCallableUntil,
  type InternalListCheck,
} from '../../dnc/index.ts'
import { completeUnlessListed, hasSameCleanNumbers, listCleanNumbers } from '../call-ready/internal-marks.ts'
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
const failedMessage = 'The numbers could not be checked again. The previous file remains; please try again later.'

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
 * the file and certifies it again. Numbers of the order that are marked “do not call” meanwhile join the results.
 */
export async function rescrubOrder(services: Services, task: FencedOrder): Promise<void> {
  const order = await findOrder(services.db, task.orderId)
  if (!order?.refreshingSince) return
  const plan = await createScrubPlan(services.db, { userId: order.userId, at: services.clock.now() })
  const results = new Map<string, ScrubResult>()
  for await (const checked of scrubContactBatches(services, { orderId: order.id, plan, after: 0 }))
    for (const [number, result] of checked.results) results.set(number, result)
  // Each further round has fewer clean numbers, so it comes to an end.
  for (let scrub = buildScrubSummary(plan, results); ; ) {
    const marked = await recordCheck(services, task, { order, scrub, results })
    if (!marked) return
    for (const number of marked.listed) results.set(number, 'INTERNAL_DNC')
    scrub = addInternalCheck(scrub, marked.plan, results)
  }
}

type FinishedCheck = { order: OrderRow; scrub: ScrubSummary; results: ScrubResults }

/** Null once recorded; otherwise nothing changed, since clean numbers have joined the internal list. */
async function recordCheck(
  services: Services,
  task: FencedOrder,
  { order, scrub, results }: FinishedCheck,
): Promise<InternalListCheck | null> {
  const file = await findCheckedFile(services, order)
  const toCheck = { userId: order.userId, numbers: listCleanNumbers(results) }
  // A mark changes the stored result at once, but not the file.
  if (file && hasSameCleanNumbers(file.scrub, results) && !(await hasChangedResults(services.db, order.id, results)))
    return completeUnlessListed(services, toCheck, (locked) => recheckFile(locked, task, { order, scrub, file }))
  const version = await writeFileVersion(services, {
    ...task,
    userId: order.userId,
    version: order.fileVersion + 1,
    campaignType: campaignTypes.schema.parse(order.campaignType),
    columns: getFileColumns(order),
    scrub,
    results,
  })
  const marked = await completeUnlessListed(services, toCheck, (locked) =>
    recordFileVersion(locked, task, version, async (tx) => {
      await saveScrubResults(tx, order.id, results)
      await completeRefresh(tx, order, { ...version, checkNumber: 1, scrub, type: 'DNC_REFRESHED' })
    }),
  )
  if (marked) await services.files.remove(version.fileKey)
  return marked
}

async function saveScrubResults({ db }: Services, orderId: string, results: ScrubResults): Promise<void> {
  for await (const leads of readLeadContacts(db, orderId, 0, await getLastRank(db, orderId)))
    await updateLeadContacts(db, orderId, applyScrubResults(leads, results))
}

type CheckedFile = NonNullable<Awaited<ReturnType<typeof findCheckedFile>>>

/** The order's file with what its certificate needs; null for one without. */
async function findCheckedFile({ db }: Services, { id, fileVersion }: OrderRow) {
  const file = await findOrderFile(db, id, fileVersion)
  if (!file?.sha256 || file.callableLeads === null || file.scrub === null) return null
  const { version, fileKey, sha256, leads, callableLeads } = file
  // Written only by `insertFileVersion`.
  return { version, fileKey, sha256, leads, callableLeads, scrub: file.scrub as ScrubSummary }
}

/** Records a check that changed nothing, with a certificate that proves it for the same file. */
async function recheckFile(
  services: Services,
  task: FencedOrder,
  { order, scrub, file }: { order: OrderRow; scrub: ScrubSummary; file: CheckedFile },
): Promise<void> {
  const { version } = file
  const certified = { ...file, orderId: order.id, scrub }
  const certificate = await certifyFile(services, { ...certified, userId: order.userId })
  const checkNumber = order.checkNumber + 1
  await withFence(services, task, async (tx) => {
    await insertRecheck(tx.db, { orderId: order.id, version, checkNumber, scrub, certificate })
    await completeRefresh(tx, order, { ...certified, checkNumber, type: 'DNC_UNCHANGED' })
  })
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
