/** A payment in cents, the credits it brought, and the cents already refunded in parts that took credits. */
type PartlyRefunded = { amount: number; creditsGranted: number; refundedBefore: number }

/**
 * The share of credits of a partial refund: what all parts up to this one are worth, rounded down to whole credits, less
 * what the earlier ones were. So no part takes more than was paid back, and all parts together take every credit once.
 */
export function getCreditShare({ amount, creditsGranted, refundedBefore }: PartlyRefunded, part: number): number {
  const getShare = (refunded: number) => getRefundedShare(creditsGranted, refunded, amount)
  return getShare(refundedBefore + part) - getShare(refundedBefore)
}

/** The tax in a partial refund, in cents; all parts together have the tax of the invoice. */
export const getTaxShare = (
  invoice: { total: number; tax: number },
  { before, part }: { before: number; part: number },
) => getRefundedShare(invoice.tax, before + part, invoice.total) - getRefundedShare(invoice.tax, before, invoice.total)

// As integers: credits times cents may exceed what a floating-point number holds exactly.
export const getRefundedShare = (whole: number, part: number, of: number): number =>
  of === 0 ? 0 : Number((BigInt(whole) * BigInt(part)) / BigInt(of))
