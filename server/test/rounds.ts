export const isLong = Boolean(process.env['DOORYARD_TORTURE'])

/** How often a test repeats itself: `few` in the gate, `many` at full size. */
export const rounds = (few: number, many: number) => (isLong ? many : few)
