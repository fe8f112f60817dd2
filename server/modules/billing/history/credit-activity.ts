import { type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { CreditActivity, CreditEntry, EntryQuery } from '@dooryard/contract/billing/credit-history'
import type { Context } from '../../../platform/context.ts'
import { countActivities, listActivities, listActivityEntries } from './credit-history.queries.ts'
import { formatEntryActor, presentEntry } from './credit-history.ts'

/** A user's ledger as they read it: one item per order. An item is listed if one of its entries matches. */
export async function listCreditActivity(
  { db, actor }: Context,
  query: EntryQuery,
): Promise<PageResult<CreditActivity>> {
  const { userId } = actor
  const filter = { ...query, userId }
  const [listed, count] = await Promise.all([listActivities(db, filter, toSlice(query)), countActivities(db, filter)])
  const rows = await listActivityEntries(db, userId, listed)
  const byKey = Map.groupBy(rows, ({ orderId, id }) => orderId ?? id)
  const items = listed.flatMap(({ orderId, id }) => {
    const entries = byKey.get(orderId ?? id)?.map((row) => presentEntry(row, formatEntryActor(row)))
    return entries ? summarizeEntries(entries) : []
  })
  return toPage(items, count, query)
}

/** Sums up the entries of one order, newest first. */
export function summarizeEntries(entries: CreditEntry[]): CreditActivity[] {
  const [newest] = entries
  if (!newest) return []
  const { id, orderId, campaignId, orderName, createdAt } = newest
  const sum = (amount: (entry: CreditEntry) => number) => entries.reduce((total, entry) => total + amount(entry), 0)
  return [
    {
      ...{ id, orderId, campaignId, orderName, createdAt, entries },
      change: sum(({ amount }) => amount),
      spent: sum(({ type, held }) => (type === 'CAPTURE' ? -held : 0)),
      held: sum(({ held }) => held),
    },
  ]
}
