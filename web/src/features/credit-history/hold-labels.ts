import type { CreditHold } from '@dooryard/contract/billing/credit-history'
import { formatDay, formatNumber } from '../../lib/format/format.ts'

/**
 * Formats the part of a hold that does not return to the balance when the hold is released, with its date and reason.
 */
export const formatPendingAdjustment = ({ credits, createdAt, reason }: CreditHold['marks'][number]): string =>
  `${formatNumber(credits)} of these expire when released, since ${formatDay(createdAt)}` +
  `${reason ? `: ${reason}` : ''}.`
