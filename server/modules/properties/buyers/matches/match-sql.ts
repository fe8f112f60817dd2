import { matchPoints } from '@dooryard/contract/properties/buyer-matches'
import type { Bind } from '../../search/compile/clauses.ts'

/** The property to sell; `value` in dollars, null if unknown, and `type` as an asset sub-group or empty. */
export type SubjectTerms = { propertyId: string; value: number | null; type: string; lat: number; lng: number }

const metersPerMile = 1609.344

/** What a buyer's purchases, where `isProof` holds, say of the subject: the columns that `matchScoreSql` reads. */
export const matchColumnsSql = (bind: Bind, { lat, lng, type }: SubjectTerms, isProof: string): string =>
  `minIf(greatCircleDistance(lng, lat, ${bind(lng, 'Float64')}, ${bind(lat, 'Float64')}), ${isProof})
      / ${metersPerMile} as nearest,
    minOrNullIf(price, ${isProof} and price > 0) as lowest, maxOrNullIf(price, ${isProof} and price > 0) as highest,
    countIf(${isProof} and type != '') as known_types,
    countIf(${isProof} and type = ${bind(type, 'String')} and type != '') as same_types`

type ScoreTerms = { subject: SubjectTerms; miles: number; since: string; today: string }

/**
 * The score of `scoreBuyer` before rounding, over all purchases of a buyer, so that the database finds those worth scoring
 * in a market of any size.
 */
export function matchScoreSql(bind: Bind, { subject: { value }, miles, since, today }: ScoreTerms): string {
  const [first, last] = [bind(since, 'Date32'), bind(today, 'Date32')]
  const shares: Record<keyof typeof matchPoints, string> = {
    NEARNESS: `1 - nearest / ${miles}`,
    PRICE: value ? priceShareSql(bind(value, 'Float64')) : '0',
    TYPE: 'if(known_types = 0, 0, same_types / known_types)',
    RECENCY: `1 - dateDiff('day', last_purchase, ${last}) / dateDiff('day', ${first}, ${last})`,
  }
  const points = (['NEARNESS', 'PRICE', 'TYPE', 'RECENCY'] as const).map(
    (kind) => `${matchPoints[kind]} * greatest(0, ifNull(toFloat64(${shares[kind]}), 0))`,
  )
  return points.join(' + ')
}

// `least` and `greatest` skip nulls, so unknown prices would be no bound.
const priceShareSql = (value: string) =>
  `if(isNull(lowest), 0, 1 - abs(log2(${value} / least(greatest(${value}, lowest), highest))))`
