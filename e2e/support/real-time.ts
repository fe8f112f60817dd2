/** Whether tests must meet real-time limits: in the torture run, which has the machine to itself. */
export const isInRealTime = Boolean(process.env['IN_REAL_TIME'])

/** The timeout for a change to show elsewhere. */
export const realtimeTimeout = isInRealTime ? { timeout: 1_000 } : {}
