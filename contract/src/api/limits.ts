/**
 * Business constants of the specification, section 9. Amounts that an administrator can change are database rows
 * instead.
 */

export const defaultPageSize = 10
export const maxPageSize = 100
export const tablePageSizes = [10, 25, 50] as const
export const paginationWindow = 2

/** An access token that expires within this many seconds counts as expired. */
export const tokenExpiryMarginSeconds = 30

export const streamReconnect = { baseMs: 1000, maxAttempts: 10 } as const

/** Days after its creation until a CALL_READY order expires. */
export const callReadyExpiryDays = 30

/** Days before the expiry when the user is notified. */
export const expiryNoticeDays = 3

/** 16 CFR 310.4(b)(3)(iv) requires a version of the registry obtained no more than 31 days before the call. */
export const dncMaxAgeDays = 31

/** Days for which a result of the contact provider is reused. */
export const contactReuseDays = 90

/** Days within which a lead of the same type, once paid for, is free for the same user. */
export const repeatLeadFreeDays = 365

export const maxOrderQuantity = 100_000

export const maxListedHolds = 500

/** A profile picture: the maximum size of the file, and of the picture before it is decoded; stored as a square. */
export const pictureLimits = { maxBytes: 5 * 1024 * 1024, maxPixels: 25_000_000, size: 512 } as const

export const accountRequestsPerMinute = 1200

export const apiKeyRequestsPerMinute = 600

export const programRequestsPerMinute = 1200

/** How long the previous secret of a webhook signs in addition to a new one. */
export const secretOverlapHours = 24
