import type { AssetSubGroup } from '@dooryard/contract/api/enums'
import { resolveUse } from '../../derive/use.ts'
import type { PropertyFacts, SaleFacts } from '../ingest/property-facts.ts'
import { countImplausible, type Tally } from '../roll-report.ts'

const houses: ReadonlySet<AssetSubGroup> = new Set<AssetSubGroup>([
  ...(['SINGLE_FAMILY', 'TOWNHOUSE', 'MANUFACTURED_HOME', 'DUPLEX', 'TRIPLEX', 'FOURPLEX'] as const),
  'SMALL_MULTIFAMILY',
])

// The largest house of the country has 179,000 square feet and 43 bathrooms; the dearest was sold for $238,000,000.
const maxDollars = 500_000_000
const maxOfHouse = {
  livingAreaSqft: 200_000,
  bedrooms: 60,
  bathrooms: 60,
  stories: 10,
  assessedValue: maxDollars,
  marketValue: maxDollars,
  estimatedValue: maxDollars,
  improvementValue: maxDollars,
  lastSalePrice: maxDollars,
  previousSalePrice: maxDollars,
  taxAmount: 20_000_000,
} satisfies Partial<Record<keyof PropertyFacts, number>>
const limits = Object.entries(maxOfHouse) as [keyof typeof maxOfHouse, number][]

/** Leaves out facts that can be true of a tower or a factory, but of no house of up to four dwellings. */
export function leaveOutBeyondHouse(facts: PropertyFacts, sale: SaleFacts | null, tally: Tally): void {
  const isPriceBeyond = (sale?.price ?? 0) > maxDollars
  const isBeyond = isPriceBeyond || limits.some(([name, max]) => (facts[name] ?? 0) > max)
  if (!isBeyond || !facts.use || !houses.has(resolveUse(facts.use, facts.units).subGroup)) return
  for (const [name, max] of limits) {
    const value = facts[name]
    if (value === null || value <= max || !countBeyond(tally, name, value)) continue
    facts[name] = null
  }
  if (sale?.price && isPriceBeyond && countBeyond(tally, 'sale.price', sale.price)) sale.price = null
}

/** Returns false where the column is not read. */
function countBeyond(tally: Tally, column: string, value: number): boolean {
  const counts = tally.columns.get(column)
  if (!counts) return false
  counts.filled -= 1
  counts.implausible += 1
  countImplausible(tally, column, String(value))
  return true
}
