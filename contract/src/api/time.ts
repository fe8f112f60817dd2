/** Durations in milliseconds. A day here is 24 hours, not a calendar day. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Seconds since 1970, rounded down. */
export const toUnixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)
