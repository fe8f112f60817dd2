import type { Bucket, CreditEntry, EntryType } from '@dooryard/contract/billing/credit-history'

/** Credits of both buckets, and their sum. */
export type ReceiptLine = { label: string; subscription: number; onDemand: number; total: number }

export type ReceiptEntry = Pick<CreditEntry, 'type' | 'bucket' | 'amount' | 'held'>

/** What each type of entry says on a receipt, and its credits, in the order in which they happen. */
const kinds: Partial<Record<EntryType, { label: string; count: (entry: ReceiptEntry) => number }>> = {
  HOLD: { label: 'Put on hold', count: ({ held }) => held },
  RELEASE: { label: 'Released', count: ({ amount }) => -amount },
  EXPIRE: { label: 'Expired on release', count: ({ amount }) => -amount },
  REFUND: { label: 'Removed: their purchase was refunded', count: ({ amount }) => -amount },
  ADJUST: { label: 'Adjusted', count: ({ amount }) => -amount },
  CAPTURE: { label: 'Charged', count: ({ held }) => -held },
}

const sumBucket = (entries: readonly ReceiptEntry[], bucket: Bucket, count: (entry: ReceiptEntry) => number) =>
  entries.filter((entry) => entry.bucket === bucket).reduce((total, entry) => total + count(entry), 0)

function toLine(label: string, entries: readonly ReceiptEntry[], count: (entry: ReceiptEntry) => number): ReceiptLine {
  const [subscription, onDemand] = [sumBucket(entries, 'SUBSCRIPTION', count), sumBucket(entries, 'ON_DEMAND', count)]
  return { label, subscription, onDemand, total: subscription + onDemand }
}

/**
 * Sums up the credit entries of one order by bucket: what was held, what was released of it, and what was charged, which
 * is always given. In whole credits; released ones are negative.
 */
export function summarizeReceipt(entries: readonly ReceiptEntry[]): { lines: ReceiptLine[]; charged: ReceiptLine } {
  const lines = Object.entries(kinds).map(([type, { label, count }]) =>
    toLine(
      label,
      entries.filter((entry) => entry.type === type),
      count,
    ),
  )
  const charged = lines.find(({ label }) => label === kinds.CAPTURE?.label)
  if (!charged) throw new Error('a receipt always says what was charged')
  return {
    lines: lines.filter((line) => line !== charged && (line.subscription !== 0 || line.onDemand !== 0)),
    charged,
  }
}
