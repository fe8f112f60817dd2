import { type CreditEntry, formatEntryType } from '@dooryard/contract/billing/credit-history'
import { formatNumber } from '../format/format.ts'

/** The title of a ledger entry. A pending adjustment moves no credits, so the title includes its amount. */
export const formatEntryTitle = (entry: Pick<CreditEntry, 'type' | 'marked'>): string =>
  entry.type === 'MARK' ? `${formatEntryType(entry)}: ${formatNumber(Math.abs(entry.marked))}` : formatEntryType(entry)
