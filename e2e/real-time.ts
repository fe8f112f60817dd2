/** Whether a test can be held to seconds: in the long proofs, which have the machine to themselves. */
export const isInRealTime = Boolean(process.env['IN_REAL_TIME'])

/** How soon a change shows elsewhere, as the limit of a wait. */
export const soon = isInRealTime ? { timeout: 1_000 } : {}
