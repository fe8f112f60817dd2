import type { Contact } from '@dooryard/contract/leads'
import { callReadyExpiryDays, dncMaxAgeDays } from '@dooryard/contract/limits'
import { dayMs } from '@dooryard/contract/time'

type Dated = { internalStatus: string; expiresAt: Date | null; expiredAt: Date | null }

/** Whether the numbers of a delivered order are too old to be called: by the clock, however late the worker is that notes it. */
export const isExpired = ({ internalStatus, expiresAt, expiredAt }: Dated, now: Date): boolean =>
  internalStatus === 'READY' && (expiredAt !== null || (expiresAt !== null && expiresAt <= now))

/** A contact of an expired order: that it was clean once says nothing of today. Why it may not be called stays. */
export const expiredContact = (contact: Contact): Contact =>
  contact.scrub === 'CLEAN' ? { ...contact, scrub: 'NOT_SCRUBBED' } : contact

/** Why numbers that were checked at `checkedAt` may be called until `expiresAt` and not longer, as the end of a sentence. */
export const whyUntil = (expiresAt: Date, checkedAt: Date | null): string =>
  checkedAt && expiresAt.getTime() < checkedAt.getTime() + callReadyExpiryDays * dayMs
    ? `the copy of the national do-not-call registry that they were checked against counts for ${dncMaxAgeDays} days ` +
      'from the day it was fetched'
    : `a check against the do-not-call lists counts for ${callReadyExpiryDays} days`
