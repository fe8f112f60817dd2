/** When the legal pages were last changed. */
export const lastChanged = 'November 21, 2026'
