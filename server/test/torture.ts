export const isTortureRun = Boolean(process.env['DOORYARD_TORTURE'])

/** How often a test repeats itself: `few` in the gate, `many` at full size. */
export const scaleForTorture = (few: number, many: number) => (isTortureRun ? many : few)
