import type { SimpleFaker } from '@faker-js/faker'
import type { Billing } from '../../modules/billing/index.ts'
import type { ContactProvider } from '../../modules/contacts/index.ts'
import type { Services } from '../../platform/context.ts'

/** The services of the portal, in the past: their clock and their database date everything by the time of the step. */
export type HistoryServices = Services & Billing & { contacts: ContactProvider }

/**
 * Something that happened. It may use any use case; jobs that it queues run right after it. One that fails is logged and
 * left out, and one that an interruption cut off is not repeated.
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
