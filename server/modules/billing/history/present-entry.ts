import { Bucket, type CreditEntry, EntryType } from '@dooryard/contract/credit-history'
import type { EntryRow } from './credit-history.queries.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The user behind an entry; undefined where it was the portal itself. */
export const actorId = ({ actor }: Pick<EntryRow, 'actor'>) => (uuid.test(actor) ? actor : undefined)

/** Who did it, as its owner reads it: an administrator is not named. */
export function actorInWords(row: Pick<EntryRow, 'actor' | 'userId'>): string {
  if (actorId(row) === undefined) return 'Dooryard'
  return row.actor === row.userId ? 'You' : 'Support'
}

/** An entry as the API shows it. */
export const presentEntry = (row: EntryRow, actor = actorInWords(row)): CreditEntry => ({
  id: String(row.id),
  type: EntryType.parse(row.type),
  bucket: Bucket.parse(row.bucket),
  amount: row.amount,
  held: row.held,
  marked: row.marked,
  balanceAfter: row.balanceAfter,
  heldAfter: row.heldAfter,
  ...(row.orderId !== null && { orderId: row.orderId }),
  ...(row.campaignId !== null && { campaignId: row.campaignId }),
  ...(row.orderName !== null && { orderName: row.orderName }),
  ...(row.transactionId !== null && { transactionId: row.transactionId }),
  ...(row.invoiceNumber !== null && { invoiceNumber: row.invoiceNumber }),
  ...(row.reason !== null && { reason: row.reason }),
  actor,
  createdAt: row.createdAt.toISOString(),
  hash: row.hash.toString('hex'),
})
