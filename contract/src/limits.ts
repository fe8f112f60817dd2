/** Business constants of the specification, section 9. Amounts that an admin can change are database rows instead. */

export const defaultPageSize = 10
export const maxPageSize = 100
export const tablePageSizes = [10, 25, 50] as const
/** Page numbers shown on either side of the current one. */
export const paginationWindow = 2

/** An access token that expires within this many seconds counts as expired. */
export const tokenExpiryMarginSeconds = 30

export const streamReconnect = { baseMs: 1000, maxAttempts: 10 } as const

/** Days after its creation until a CALL_READY order expires. */
export const callReadyExpiryDays = 30

/** Days before that when the user is told. */
export const expiryNoticeDays = 3

/**
 * How old a copy of the national do-not-call registry may be when a number that was checked against it is called: 16 CFR
 * 310.4(b)(3)(iv) asks for one obtained no more than 31 days before the call.
 */
export const dncMaxAgeDays = 31

/** Days within which what the contact provider said of an owner is used again. */
export const contactReuseDays = 90

/** Days within which a lead of the same type, once paid for, is free for the same user. */
export const repeatLeadFreeDays = 365

export const maxOrderQuantity = 100_000

/** The most orders that the list of what is held names, the oldest first. */
export const mostHolds = 500

/** A profile picture: at most this large as a file, and as a picture before it is decoded; kept as a square. */
export const picture = { maxBytes: 5 * 1024 * 1024, maxPixels: 25_000_000, size: 512 } as const

/** Calls of one account in a minute, all endpoints together. */
export const accountCallsPerMinute = 1200

/** Calls with one API key in a minute, all endpoints together. */
export const keyCallsPerMinute = 600

/** Calls with all API keys of one account in a minute, beside those of the portal. */
export const programCallsPerMinute = 1200

/** How long the secret that a webhook had goes on signing beside a new one. */
export const secretOverlapHours = 24
