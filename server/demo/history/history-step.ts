import type { SimpleFaker } from '@faker-js/faker'
import type { Billing } from '../../modules/billing/index.ts'
import type { ContactProvider } from '../../modules/contacts/index.ts'
import type { Services } from '../../platform/context.ts'
import type { HistoryClock } from './history-clock.ts'
import type { PastFetch, PastUser } from './past-api.ts'

/** The services of the portal in the past: their clock and their database date everything by the time of the step. */
export type PastServices = Services & Billing & { contacts: ContactProvider; clock: HistoryClock }

export type HistoryServices = PastServices & {
  /** A signed-in user, by email, who calls the API of the portal. */
  as: (email: string) => Promise<PastUser>
  /** What answers the calls; for a token that a call has returned, as of an impersonation. */
  fetch: PastFetch
  /** Aborted where the process stops. */
  signal: AbortSignal
}

/**
 * Something that happened, by the use cases of the portal: calls of its API, or functions of its modules. Jobs that it
 * queues run right after it. One that fails is logged and left out, and one that an interruption cut off is not
 * repeated.
 */
export type HistoryStep = {
  at: Date
  /** Unique, and the same in each process. */
  name: string
  run: (services: HistoryServices) => Promise<unknown>
}

export type HistoryPeriod = {
  /** Before the first step. */
  startsAt: Date
  /** When the demo was started: nothing happens later. */
  endsAt: Date
}

/** Plans a part of the history: the same steps for the same period and seed, so that an interrupted one goes on. */
export type HistoryGenerator = (period: HistoryPeriod, random: SimpleFaker) => readonly HistoryStep[]
