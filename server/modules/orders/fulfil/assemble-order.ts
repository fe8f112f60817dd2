import type { OrderBreakdown } from '@dooryard/contract/orders/order'
import type { ScrubSummary } from '@dooryard/contract/orders/order-files'
import type { Services } from '../../../platform/context.ts'
import { captureHold } from '../../credits/index.ts'
import { addInternalCheck, buildScrubSummary, createScrubPlan, getCallableUntil } from '../../dnc/index.ts'
import { uncountSearchesExcluding } from '../../saved-searches/index.ts'
import { formatCallShortfall, formatNothingCallable } from '../call-ready/call-rules.ts'
import {
  applyInternalMarks,
  completeUnlessListed,
  hasSameCleanNumbers,
  listCleanNumbers,
} from '../call-ready/internal-marks.ts'
import { type ScrubResults, scrubLeads } from '../call-ready/scrub-leads.ts'
import type { NewFileVersion } from '../export/order-files.queries.ts'
import { recordFileVersion, writeFileVersion } from '../export/write-file-version.ts'
import { insertBoardLeads } from '../leads/lead-board.queries.ts'
import { countLeads, type LeadContacts, updateLeadContacts } from '../leads/leads.queries.ts'
import { findOrder, getFileColumns, setOrderStatus } from '../orders.queries.ts'
import { formatDelivery, formatReleaseReason } from '../place/order-rules.ts'
import { getOrderPrice, getPurchasedSince } from '../purchases/lead-terms.ts'
import { purchaseLeads } from '../purchases/purchases.queries.ts'
import { presentBreakdown } from '../read/present-order.ts'
import { getCampaignType, type OrderStepContext, withFence } from './fenced-job.ts'
import { countCallable, findScrubSummary, getScrubResultByNumber, retainCallableLeads } from './steps.queries.ts'
import { failOrder, transitionOrder } from './transition-order.ts'

/** Writes the file, then captures the credits of its leads and completes the order in one transaction. */
export async function runAssembleStep(services: Services, task: OrderStepContext): Promise<void> {
  if (getCampaignType(task) === 'CALL_READY') return assembleCallOrder(services, task)
  const version = await writeOrderFile(services, task, null)
  await recordFileVersion(services, task, version, (tx) => completeOrder(tx, task, version))
}

/** Writes a further file only when a number of the last one was marked “do not call” meanwhile, so it comes to an end. */
async function assembleCallOrder(services: Services, task: OrderStepContext): Promise<void> {
  const { userId } = task.order
  for (;;) {
    const fresh = await ensureFreshScrub(services, task)
    const checked = fresh && (await withholdMarkedLeads(services, task, fresh))
    if (!checked) return
    const version = await writeOrderFile(services, task, checked.scrub)
    const marked = await completeUnlessListed(services, { userId, numbers: checked.cleanNumbers }, (locked) =>
      recordFileVersion(locked, task, version, (tx) => completeOrder(tx, task, version)),
    )
    if (!marked) return
    await services.files.remove(version.fileKey)
  }
}

const writeOrderFile = (services: Services, task: OrderStepContext, scrub: ScrubSummary | null) =>
  writeFileVersion(services, {
    orderId: task.orderId,
    userId: task.order.userId,
    fence: task.fence,
    version: 1,
    campaignType: getCampaignType(task),
    columns: getFileColumns(task.order),
    scrub,
  })

async function completeOrder(services: Services, task: OrderStepContext, version: NewFileVersion): Promise<void> {
  const { db, clock } = services
  const { order } = task
  const at = clock.now()
  const orderLeads = { orderId: order.id, userId: order.userId, campaignType: getCampaignType(task), at }
  // As when it was placed and its leads were selected, so that the hold covers it.
  const purchased = await purchaseLeads(db, { ...orderLeads, since: getPurchasedSince(order.createdAt) })
  await insertBoardLeads(db, orderLeads)
  const { leads, fileKey } = version
  const { newLeads, phonesAdded } = purchased
  const counts = { delivered: leads, phonesAdded, repeats: leads - newLeads - phonesAdded }
  const reason = formatDelivery(counts)
  const release = formatReleaseReason(order.quantity, counts)
  const reasons = { reason, ...(release !== undefined && { releaseReason: release }) }
  const capture = getOrderPrice(purchased, order)
  const captured = await captureHold(db, { orderId: order.id, capture, ...reasons, actor: 'system', at })
  if (!captured) throw new Error(`the hold of order ${order.id} was settled before it was completed`)
  const progress = {
    ...{ deliveredQuantity: leads, fileKey, fileVersion: version.version, completedAt: at, scrub: null },
    ...(version.scrub && { expiresAt: getCallableUntil(version.scrub) }),
  }
  if (!(await transitionOrder(services, order.id, { to: 'READY', progress, detail: reason })))
    throw new Error(`order ${order.id} is not where it could be completed`)
  // They exclude its leads from now on.
  if (order.campaignId !== null)
    await uncountSearchesExcluding(db, order.userId, { key: 'campaignIds', id: order.campaignId })
}

/**
 * Scrubs again when the scrub step's result is too old. Null when no lead is callable any more and the order has
 * failed.
 */
export async function ensureFreshScrub(services: Services, task: OrderStepContext): Promise<ScrubSummary | null> {
  const { orderId, order } = task
  const scrub = await findScrubSummary(services.db, orderId)
  if (!scrub) throw new Error(`the numbers of order ${orderId} were never checked`)
  const at = services.clock.now()
  if (getCallableUntil(scrub) > at) return scrub
  const plan = await createScrubPlan(services.db, { userId: order.userId, at })
  const write = (leads: LeadContacts[]) => withFence(services, task, ({ db }) => updateLeadContacts(db, orderId, leads))
  await scrubLeads(services, { orderId, plan, after: 0, write })
  return withFence(services, task, (tx) =>
    dropUncallableLeads(tx, orderId, (results) => buildScrubSummary(plan, results)),
  )
}

/** The numbers are those that the file may list as callable. */
type CheckedLeads = { scrub: ScrubSummary; cleanNumbers: readonly string[] }

/**
 * Leaves out leads whose last callable number was marked “do not call” since the scrub, so that they are neither
 * delivered nor charged. Null when none is left and the order has failed.
 */
async function withholdMarkedLeads(
  services: Services,
  task: OrderStepContext,
  scrub: ScrubSummary,
): Promise<CheckedLeads | null> {
  const { results, plan } = await applyInternalMarks(services, task)
  const cleanNumbers = listCleanNumbers(results)
  if (hasSameCleanNumbers(scrub, results)) return { scrub, cleanNumbers }
  const left = await withFence(services, task, (tx) =>
    dropUncallableLeads(tx, task.orderId, (now) => addInternalCheck(scrub, plan, now)),
  )
  return left && { scrub: left, cleanNumbers }
}

/** Drops uncallable leads and stores the new summary; null when no lead is left and the order has failed. */
async function dropUncallableLeads(
  tx: Services,
  orderId: string,
  summarize: (results: ScrubResults) => ScrubSummary,
): Promise<ScrubSummary | null> {
  const { waterfall, note } = await removeUncallableLeads(tx, orderId)
  if (waterfall.selected === 0) {
    await failOrder(tx, orderId, note ?? '', { waterfall })
    return null
  }
  const scrub = summarize(await getScrubResultByNumber(tx.db, orderId))
  const progress = { waterfall, note: note ?? null, scrub, dncCheckedAt: new Date(scrub.checkedAt) }
  await setOrderStatus(tx.db, orderId, 'ASSEMBLING', { ...progress, updatedAt: tx.clock.now() })
  return scrub
}

async function removeUncallableLeads(
  { db }: Services,
  orderId: string,
): Promise<{ waterfall: OrderBreakdown; note: string | undefined }> {
  const order = await findOrder(db, orderId)
  const before = order && presentBreakdown(order)
  if (!order || !before) throw new Error(`order ${orderId} has no leads`)
  const { callable: selected, notCovered } = await countCallable(db, orderId)
  const removedCount = (await countLeads(db, orderId)) - selected
  const waterfall = { ...before, callable: (before.callable ?? 0) - removedCount, selected }
  if (selected === 0) return { waterfall, note: formatNothingCallable({ ...waterfall, notCovered }) }
  await retainCallableLeads(db, orderId, order.quantity)
  return { waterfall, note: formatCallShortfall(order.quantity, { ...waterfall, notCovered, isExhausted: false }) }
}
