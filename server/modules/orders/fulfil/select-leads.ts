import type { OrderBreakdown, QuoteCounts } from '@dooryard/contract/orders/order'
import { OverLimitError } from '../../../platform/clickhouse/errors.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { pluralize } from '../../../platform/util/format.ts'
import { type LeadRequirement, readLeads, selectLeads } from '../../properties/index.ts'
import { formatNothingCallable, getFirstRoundSize } from '../call-ready/call-rules.ts'
import {
  deleteCandidateLeads,
  getPropertyAtRank,
  insertCandidateLeads,
  listTakenLeads,
} from '../leads/leads.queries.ts'
import { findCriteria, findExcludedCriteria, getOrderSort } from '../orders.queries.ts'
import { formatShortfall } from '../place/order-rules.ts'
import { getOrderSelection, type OrderAudience, openQuote } from '../place/quote-counts.ts'
import {
  createProgressReporter,
  getCampaignType,
  type OrderServices,
  type OrderStepContext,
  withFence,
} from './fenced-job.ts'
import { failOrder, transitionOrder } from './transition-order.ts'

const noNewLeadsMessage =
  'No property matches these filters that has a full mailing address and is not already purchased.'

/** Whom an order selects from. "The last 30 days" count back from when it was placed, not from when it runs. */
async function getAudience({ db }: OrderServices, task: OrderStepContext): Promise<OrderAudience> {
  const { id, userId, addPhones, onePerOwner, onePerAddress, createdAt: asOf } = task.order
  const [criteria, excludeCriteria] = await Promise.all([findCriteria(db, id), findExcludedCriteria(db, id)])
  const terms = { campaignType: getCampaignType(task), addPhones, onePerOwner, onePerAddress }
  return { userId, ...terms, isPlaced: true, selection: { criteria, excludeCriteria, asOf } }
}

const getSelection = async (services: OrderServices, task: OrderStepContext) =>
  getOrderSelection(services, await getAudience(services, task))

export const asksVendor = ({ contacts }: OrderServices) => contacts.vendor !== null

function getLeadRequirement(services: OrderServices, task: OrderStepContext): LeadRequirement {
  if (getCampaignType(task) === 'MAIL_READY') return 'MAILABLE'
  return asksVendor(services) ? 'NAMED' : 'HAS_PHONE'
}

type NextBatchInput = { quantity: number; afterRank: number }

/**
 * Returns how many leads were selected. Safe to repeat: deletes candidates that an earlier try left after `afterRank`.
 */
export async function selectNextBatch(
  services: OrderServices,
  task: OrderStepContext,
  { quantity, afterRank }: NextBatchInput,
): Promise<number> {
  const { clickhouse } = services
  const { orderId, order } = task
  const selection = await getSelection(services, task)
  const { onePerOwner, onePerAddress } = order
  const options = {
    sort: getOrderSort(order),
    onePerOwner,
    onePerAddress,
    ...(await findLastRound(services, task, afterRank)),
  }
  const need = getLeadRequirement(services, task)
  const selecting = selectLeads(clickhouse, { ...selection, ...options, need, quantity })
  // Criteria that already gave a batch are not too broad.
  const selectedLeads = await (afterRank === 0 ? withTooBroadRefusal(selecting) : selecting)
  const report = createProgressReporter(services, task)
  await withFence(services, task, (tx) => deleteCandidateLeads(tx.db, orderId, afterRank))
  let done = 0
  for await (const batch of readLeads(clickhouse, selectedLeads, selection)) {
    await withFence(services, task, (tx) => insertCandidateLeads(tx.db, orderId, batch, afterRank))
    done += batch.length
    await report(done, selectedLeads.length)
  }
  return selectedLeads.length
}

/** Where the next round continues. In the random order this follows from the last property alone. */
async function findLastRound({ db }: OrderServices, { orderId, order }: OrderStepContext, afterRank: number) {
  if (afterRank === 0) return {}
  const after = await getPropertyAtRank(db, orderId, afterRank)
  const isByProperty = getOrderSort(order).by === 'random' && !order.onePerOwner
  return { after, taken: isByProperty ? [] : await listTakenLeads(db, orderId, afterRank) }
}

/** For reads that depend only on the user's criteria: when one hits a store limit, the user can narrow the criteria. */
async function withTooBroadRefusal<Result>(read: Promise<Result>): Promise<Result> {
  try {
    return await read
  } catch (error) {
    throw error instanceof OverLimitError ? appError('UNPROCESSABLE', error.message) : error
  }
}

export async function runSelectStep(services: OrderServices, task: OrderStepContext): Promise<void> {
  const opening = openQuote(services, await getAudience(services, task))
  const { narrowed, countOutcomes } = await withTooBroadRefusal(opening)
  const { matched, mailable, freshMailable, fresh } = narrowed
  const quote = await nullIfTooBroad(countOutcomes())
  if (getCampaignType(task) === 'MAIL_READY')
    return selectMailReadyLeads(services, task, { quote, counts: { matched, mailable, fresh: freshMailable } })
  return selectCallReadyLeads(services, task, { quote, counts: { matched, fresh } })
}

/** Null when the audience is too broad to be counted by outcome: the order can still be delivered. */
async function nullIfTooBroad(counting: Promise<QuoteCounts>): Promise<QuoteCounts | null> {
  try {
    return await counting
  } catch (error) {
    if (error instanceof OverLimitError) return null
    throw error
  }
}

type SelectionCounts<Counts> = { quote: QuoteCounts | null; counts: Counts }

async function selectMailReadyLeads(
  services: OrderServices,
  task: OrderStepContext,
  { quote, counts }: SelectionCounts<Omit<OrderBreakdown, 'selected'>>,
) {
  const { orderId, order } = task
  const { quantity } = order
  const selected = await selectNextBatch(services, task, { quantity, afterRank: 0 })
  const waterfall: OrderBreakdown = { ...counts, selected }
  await withFence(services, task, (tx) => {
    if (selected === 0) return failOrder(tx, orderId, noNewLeadsMessage, { waterfall, quote })
    const note = formatShortfall(quantity, waterfall, order) ?? null
    const detail = `${pluralize(selected, 'lead')} selected`
    return transitionOrder(tx, orderId, { to: 'ASSEMBLING', progress: { waterfall, quote, note }, detail })
  })
}

async function selectCallReadyLeads(
  services: OrderServices,
  task: OrderStepContext,
  { quote, counts }: SelectionCounts<Pick<OrderBreakdown, 'matched' | 'fresh'>>,
) {
  const { orderId, order } = task
  const quantity = getFirstRoundSize(order.quantity, asksVendor(services))
  const considered = await selectNextBatch(services, task, { quantity, afterRank: 0 })
  const waterfall: OrderBreakdown = { ...counts, considered, selected: 0 }
  await withFence(services, task, (tx) => {
    if (considered === 0)
      return failOrder(tx, orderId, formatNothingCallable({ ...waterfall, notCovered: 0 }), { waterfall, quote })
    const detail = `${pluralize(considered, 'candidate')} chosen`
    return transitionOrder(tx, orderId, { to: 'TRACING', progress: { waterfall, quote }, detail })
  })
}
