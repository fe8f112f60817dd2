import type { AddressMatches } from '@dooryard/contract/data/property-lists'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'

/** The property picked for a row by its line; empty for none. */
export type Picks = ReadonlyMap<number, string>

/** The properties that rows name or that were picked for them, each once. */
export const listChosen = ({ matched }: AddressMatches, picks: Picks): string[] => [
  ...new Set([...matched.map(({ propertyId }) => propertyId), ...[...picks.values()].filter((id) => id !== '')]),
]

/** How many properties were found: `212 of 240 rows found: 210 properties`. */
export function describeMatches({ rows, matched, unmatched }: AddressMatches) {
  const properties = new Set(matched.map(({ propertyId }) => propertyId)).size
  if (properties === 0)
    return {
      tone: 'warn',
      text: `None of the ${pluralize(rows, 'row')} was found. Check streets and ZIP codes.`,
    } as const
  const found = `${formatNumber(matched.length)} of ${pluralize(rows, 'row')} found`
  const twice =
    properties < matched.length ? `: ${pluralize(properties, 'different property', 'different properties')}` : ''
  return { tone: unmatched.length > 0 ? 'info' : 'good', text: `${found}${twice}.` } as const
}
