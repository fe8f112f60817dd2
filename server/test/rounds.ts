/** How often a test repeats itself: `few` in the gate, `many` when DOORYARD_TORTURE asks for the full size. */
export const rounds = (few: number, many: number) => (process.env['DOORYARD_TORTURE'] ? many : few)
