import type { BillingServices } from './billing-context.ts'
import { deleteUnapplied } from './quotes.queries.ts'

export const quotesKeptMs = 90 * 86_400_000

/** Deletes the quotes that ran out more than 90 days ago and came to nothing. */
export const forgetOldQuotes = async ({ db, clock }: Pick<BillingServices, 'db' | 'clock'>): Promise<void> => {
  await deleteUnapplied(db, new Date(clock.now().getTime() - quotesKeptMs))
}
