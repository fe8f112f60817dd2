import { type CreditEntry, entryKind } from '@dooryard/contract/credit-history'
import { formatNumber } from './format.ts'

/** What an entry of the ledger is. A mark moves no credits, so its number stands with it. */
export const entryTitle = (entry: Pick<CreditEntry, 'type' | 'marked'>): string =>
  entry.type === 'MARK' ? `${entryKind(entry)}: ${formatNumber(Math.abs(entry.marked))}` : entryKind(entry)
