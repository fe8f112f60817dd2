/** Business constants of the specification, section 9. Amounts that an admin can change are database rows instead. */

export const defaultPageSize = 10
export const maxPageSize = 100
export const tablePageSizes = [10, 25, 50] as const
export const paginationWindow = 2

/** An access token that expires within this many seconds counts as expired. */
export const tokenExpiryMarginSeconds = 30

export const streamReconnect = { baseMs: 1000, maxAttempts: 10 } as const

/** Days after its creation until a CALL_READY order expires. */
export const callReadyExpiryDays = 30

/** Days before that when the user is told. */
export const expiryNoticeDays = 3

/** 16 CFR 310.4(b)(3)(iv) asks for a copy of the registry obtained no more than 31 days before the call. */
export const dncMaxAgeDays = 31

/** Days within which what the contact provider said of an owner is used again. */
export const contactReuseDays = 90

/** Days within which a lead of the same type, once paid for, is free for the same user. */
export const repeatLeadFreeDays = 365

export const maxOrderQuantity = 100_000

export const mostHolds = 500

/** A profile picture: at most this large as a file, and as a picture before it is decoded; kept as a square. */
export const picture = { maxBytes: 5 * 1024 * 1024, maxPixels: 25_000_000, size: 512 } as const

export const accountCallsPerMinute = 1200

export const keyCallsPerMinute = 600

export const programCallsPerMinute = 1200

/** How long the secret that a webhook had goes on signing beside a new one. */
export const secretOverlapHours = 24
