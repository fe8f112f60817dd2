import type { ScrubResult } from '@dooryard/contract/api/enums'
import type { ScrubSummary } from '@dooryard/contract/orders/order-files'
import type { Services } from '../../../platform/context.ts'
import { checkInternalLists, type InternalListCheck, type ScrubPlan, withInternalListsKept } from '../../dnc/index.ts'
import { type OrderStepContext, withFence } from '../fulfil/fenced-job.ts'
import { getScrubResultByNumber } from '../fulfil/steps.queries.ts'
import { getLastRank, updateLeadContacts } from '../leads/leads.queries.ts'
import { markListed, readLeadContacts, type ScrubResults } from './scrub-leads.ts'

/** The numbers that a file with these results would list as callable. */
export const listCleanNumbers = (results: ScrubResults): string[] =>
  [...results].flatMap(([number, result]) => (result === 'CLEAN' ? number : []))

/**
 * Whether a file with this summary lists as many numbers as callable as one with these results. A stored result that
 * was clean changes only by a mark, so equal counts are equal numbers.
 */
export const hasSameCleanNumbers = ({ byResult }: Pick<ScrubSummary, 'byResult'>, results: ScrubResults): boolean =>
  (byResult.find(({ result }) => result === 'CLEAN')?.count ?? 0) === listCleanNumbers(results).length

/**
 * Stores which clean numbers of an order in progress have joined the internal list of the buyer or the platform since
 * they were scrubbed, and returns all results with a plan of these lists alone.
 */
export async function applyInternalMarks(
  services: Services,
  task: OrderStepContext,
): Promise<{ results: ReadonlyMap<string, ScrubResult>; plan: ScrubPlan }> {
  const { orderId, order } = task
  const numbers = listCleanNumbers(await getScrubResultByNumber(services.db, orderId))
  const { listed, plan } = await checkInternalLists(services, order.userId, numbers)
  if (listed.size > 0)
    for await (const leads of readLeadContacts(services.db, orderId, 0, await getLastRank(services.db, orderId)))
      await withFence(services, task, ({ db }) => updateLeadContacts(db, orderId, markListed(leads, listed)))
  return { results: await getScrubResultByNumber(services.db, orderId), plan }
}

/**
 * Runs `complete` unless one of the clean numbers is on the internal list of the user or the platform, which none joins
 * until `complete` has committed: so no number that was marked “do not call” before a delivery is delivered. Null once
 * completed, otherwise the listed numbers. `complete` uses the given services alone.
 */
export const completeUnlessListed = (
  services: Services,
  { userId, numbers }: { userId: string; numbers: readonly string[] },
  complete: (services: Services) => Promise<void>,
): Promise<InternalListCheck | null> =>
  withInternalListsKept(services.db, userId, async (db) => {
    const check = await checkInternalLists({ ...services, db }, userId, numbers)
    if (check.listed.size > 0) return check
    await complete({ ...services, db })
    return null
  })
