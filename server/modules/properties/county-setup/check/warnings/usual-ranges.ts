/** What is usual of US county datasets: medians and shares of filled cells outside these are worth a look. */
export type UsualRange = { low: number; high: number; unit?: 'dollars' | 'square feet' }

/**
 * Medians over a county. Wide enough for the cheapest rural and the dearest coastal county, and narrow enough to notice
 * cents, thousands, acres read as square feet, and columns of something else.
 */
export const usualMedians: Record<string, UsualRange> = {
  lastSalePrice: { low: 5_000, high: 5_000_000, unit: 'dollars' },
  previousSalePrice: { low: 3_000, high: 5_000_000, unit: 'dollars' },
  'sale.price': { low: 5_000, high: 5_000_000, unit: 'dollars' },
  assessedValue: { low: 1_000, high: 5_000_000, unit: 'dollars' },
  marketValue: { low: 5_000, high: 5_000_000, unit: 'dollars' },
  estimatedValue: { low: 5_000, high: 5_000_000, unit: 'dollars' },
  landValue: { low: 500, high: 3_000_000, unit: 'dollars' },
  improvementValue: { low: 500, high: 5_000_000, unit: 'dollars' },
  taxAmount: { low: 50, high: 50_000, unit: 'dollars' },
  livingAreaSqft: { low: 500, high: 6_000, unit: 'square feet' },
  lotSqft: { low: 800, high: 20_000_000, unit: 'square feet' },
  yearBuilt: { low: 1850, high: 2030 },
  effectiveYear: { low: 1900, high: 2030 },
  bedrooms: { low: 1, high: 6 },
  bathrooms: { low: 1, high: 5 },
  stories: { low: 1, high: 5 },
  units: { low: 1, high: 4 },
}

/** The share of rows with a value below which a field that was placed is worth a look. */
export const usualShares: Record<string, number> = {
  situsAddress: 0.7,
  situsCity: 0.5,
  situsZip: 0.5,
  ownerNames: 0.8,
  mailingAddress: 0.7,
  mailingCity: 0.7,
  mailingState: 0.7,
  mailingZip: 0.7,
  lat: 0.7,
  lng: 0.7,
  livingAreaSqft: 0.2,
  lotSqft: 0.3,
  yearBuilt: 0.2,
  assessedValue: 0.5,
  marketValue: 0.5,
  useCode: 0.7,
}

/** Shares from which the file as a whole is worth a look. */
export const usualLimits = {
  implausible: 0.02,
  zeros: 0.5,
  outOfState: 0.5,
  repeatedRows: 0.01,
  rejectedRows: 0.05,
  shorterKeys: 0.01,
  outsideCounty: 0.1,
  unplacedUses: 0.05,
  otherCounties: 0.01,
  unmatched: 0.1,
} as const
