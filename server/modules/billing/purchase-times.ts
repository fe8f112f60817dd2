const minute = 60_000

/**
 * How long a page to pay on stays open. Providers want half an hour at least, by their clock; the rest is for getting
 * there, and for a clock of ours that is slow by as much as operations allows.
 */
export const openMs = 36 * minute

/**
 * How long the coupon of a purchase is kept for it. A payment of the last minute may be told of late, and its coupon
 * must not be given to somebody else meanwhile.
 */
export const reservedMs = openMs + 60 * minute
