import type { Services } from '../../../platform/context.ts'
import { findInternalListChanges, getInternalLoad, type ScrubPlan } from '../../dnc/index.ts'
import { getLastRank, updateLeadContacts } from '../leads/leads.queries.ts'
import { applyScrubResults, readLeadContacts } from './scrub-leads.ts'

/** The list changed between reading what was added to it and the transaction that relies on that. */
class InternalListChanged extends Error {}

/** A change takes a while, as it writes the list anew: more than a few in a row do not come from one user. */
const maxTries = 20

type CurrentList = {
  /** Numbers that came onto the user's internal list after the scrub was planned. */
  added: ReadonlySet<string>
  /**
   * Fails if the list has changed again, so that the work is repeated. Of a change that commits later, the marks come
   * after everything that this transaction and those before it have stored.
   */
  requireCurrent: (tx: Services) => Promise<void>
}

/**
 * Runs work that must not miss a number which the user marks “do not call” during a scrub. The work commits only if
 * it has seen all of them; it is repeated otherwise.
 */
export async function withCurrentInternalList<T>(
  services: Services,
  { userId, plan }: { userId: string; plan: ScrubPlan },
  work: (list: CurrentList) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const { load, added } = await findInternalListChanges(services, userId, plan)
    const requireCurrent = async ({ db }: Services) => {
      if ((await getInternalLoad(db, userId)) !== load)
        throw new InternalListChanged(`the internal list changed ${tries} times while an order was finished`)
    }
    try {
      return await work({ added, requireCurrent })
    } catch (error) {
      if (!(error instanceof InternalListChanged) || tries === maxTries) throw error
    }
  }
}

/** Stores that numbers of the order's leads are on the internal list. */
export async function markInternal({ db }: Services, orderId: string, numbers: ReadonlySet<string>): Promise<void> {
  if (numbers.size === 0) return
  for await (const leads of readLeadContacts(db, orderId, 0, await getLastRank(db, orderId))) {
    const marked = leads.flatMap(({ rank, contacts }) => {
      const results = new Map(
        contacts.map(({ value, scrub = 'NOT_SCRUBBED' }) => [value, numbers.has(value) ? 'INTERNAL_DNC' : scrub]),
      )
      return contacts.some(({ value }) => numbers.has(value)) ? applyScrubResults([{ rank, contacts }], results) : []
    })
    await updateLeadContacts(db, orderId, marked)
  }
}
