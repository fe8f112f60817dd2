import { audit } from '../../../platform/audit.ts'
import type { Services } from '../../../platform/context.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import type { Billing, BillingServices } from '../billing-context.ts'

export type BillingTransaction = Omit<Services, 'db'> & Billing & { db: Db }

export type RecordingTransaction = BillingTransaction & {
  /** The audit entries to write; they have no actor unless they name one. */
  entries: Parameters<typeof audit>[1][]
}

/**
 * Writes the audit entries last, because from the first entry on no other transaction can add one. The process that
 * syncs is not the audit actor.
 */
export const inRecordingTransaction = <T>(
  services: BillingServices,
  work: (tx: RecordingTransaction) => Promise<T>,
): Promise<T> =>
  inTransaction(services, async (tx) => {
    const { db, clock } = tx
    const entries: RecordingTransaction['entries'] = []
    const recorded = await work({ ...tx, entries })
    for (const entry of entries) await audit({ db, clock }, entry)
    return recorded
  })
