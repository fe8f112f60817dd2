import type { CreditHold } from '@dooryard/contract/credit-history'
import { formatDay, formatNumber } from '../../lib/format.ts'

/** What of an order's hold does not stay when it comes back, since when and why. */
export const formatHoldMark = ({ credits, createdAt, reason }: CreditHold['marks'][number]): string =>
  `Of these, ${formatNumber(credits)} will lapse when they come back, since ${formatDay(createdAt)}` +
  `${reason ? `: ${reason}` : ''}.`
