import { callReadyExpiryDays, dncMaxAgeDays } from '@dooryard/contract/api/limits'
import { dayMs } from '@dooryard/contract/api/time'
import type { Contact } from '@dooryard/contract/orders/leads'

type ExpiryState = { internalStatus: string; expiresAt: Date | null; expiredAt: Date | null }

/**
 * Whether the numbers of a delivered order are too old to be called. Decided by the clock, not by when the job
 * recorded it.
 */
export const isExpired = ({ internalStatus, expiresAt, expiredAt }: ExpiryState, now: Date): boolean =>
  internalStatus === 'READY' && (expiredAt !== null || (expiresAt !== null && expiresAt <= now))

/** A contact of an expired order: a clean result no longer holds, while the reason a number may not be called stays. */
export const toExpiredContact = (contact: Contact): Contact =>
  contact.scrub === 'CLEAN' ? { ...contact, scrub: 'NOT_SCRUBBED' } : contact

/** Why numbers scrubbed at `checkedAt` may be called only until `expiresAt`, as the end of a sentence. */
export const formatExpiryReason = (expiresAt: Date, checkedAt: Date | null): string =>
  checkedAt && expiresAt.getTime() < checkedAt.getTime() + callReadyExpiryDays * dayMs
    ? `the copy of the national do-not-call registry that they were checked against counts for ${dncMaxAgeDays} days ` +
      'from the day it was fetched'
    : `a check against the do-not-call lists counts for ${callReadyExpiryDays} days`
