import { audit } from '../../../platform/audit.ts'
import type { Services } from '../../../platform/context.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import type { Billing, BillingServices } from '../billing-context.ts'

export type Inside = Omit<Services, 'db'> & Billing & { db: Db }

export type Recording = Inside & {
  /** What is to stand in the audit log; nobody is its actor unless it says who. */
  entries: Parameters<typeof audit>[1][]
}

/**
 * The entries of the audit log come last, since nobody else can add an entry from the first of them on. Whoever happens
 * to look is not their actor.
 */
export const inRecording = <T>(services: BillingServices, work: (inside: Recording) => Promise<T>): Promise<T> =>
  inTransaction(services, async (inside) => {
    const { db, clock } = inside
    const entries: Recording['entries'] = []
    const recorded = await work({ ...inside, entries })
    for (const entry of entries) await audit({ db, clock }, entry)
    return recorded
  })
