import { assetSubGroups } from '@dooryard/contract/api/enums'
import { dayMs } from '@dooryard/contract/api/time'
import { type MatchReason, type MatchReasonKind, matchPoints } from '@dooryard/contract/properties/buyer-matches'
import { getMiles } from '../../places/miles.ts'
import type { Proof, RankedBuyer } from '../buyers.queries.ts'

/** The property to sell; `value` in dollars, `type` as an asset sub-group or empty. */
export type MatchSubject = { lat: number; lng: number; value: number | null; type: string }

export type MatchTerms = {
  subject: MatchSubject
  /** How far purchases are looked for. */
  miles: number
  /** The look-back in days up to `today`. */
  days: number
  today: string
  /** The asset sub-groups of the purchased properties. */
  types: ReadonlyMap<string, string>
}

type MatchedBuyer = Pick<RankedBuyer, 'lastPurchase' | 'proofs'>

/**
 * Scores how likely a buyer buys the subject, 0 to 100: the points of four reasons, each with its words. A reason that
 * cannot be compared has no points.
 */
export function scoreBuyer(terms: MatchTerms, buyer: MatchedBuyer): { score: number; reasons: MatchReason[] } {
  const reasons = [
    toReason('NEARNESS', scoreNearness(terms, buyer.proofs)),
    toReason('PRICE', scorePrice(terms.subject, buyer.proofs)),
    toReason('TYPE', scoreType(terms, buyer.proofs)),
    toReason('RECENCY', scoreRecency(terms, buyer.lastPurchase)),
  ]
  return { score: reasons.reduce((sum, { points }) => sum + points, 0), reasons }
}

/** `share` of the full points, 0 to 1. */
type Share = { share: number; text: string }

const clamp = (share: number) => Math.min(1, Math.max(0, share))

const toReason = (kind: MatchReasonKind, { share, text }: Share): MatchReason => ({
  kind,
  points: Math.round(clamp(share) * matchPoints[kind]),
  maxPoints: matchPoints[kind],
  text,
})

/** Falls in a straight line from the subject itself to the edge of the radius. */
function scoreNearness({ subject, miles }: MatchTerms, proofs: readonly Proof[]): Share {
  const nearest = Math.min(...proofs.map((proof) => getMiles(subject, proof)))
  if (!Number.isFinite(nearest)) return { share: 0, text: 'No purchase with a known position' }
  return { share: 1 - nearest / miles, text: `Bought ${nearest < 0.1 ? 'under 0.1' : nearest.toFixed(1)} miles away` }
}

/** Full within the prices paid; outside it falls to nothing at half the lowest and double the highest. */
function scorePrice({ value }: MatchSubject, proofs: readonly Proof[]): Share {
  const prices = proofs.flatMap(({ price }) => price || [])
  if (prices.length === 0) return { share: 0, text: 'No known prices' }
  const [min, max] = [Math.min(...prices), Math.max(...prices)]
  const paid = `Pays ${min === max ? formatDollars(min) : `${formatDollars(min)}–${formatDollars(max)}`}`
  if (!value) return { share: 0, text: `${paid}; the value of this property is unknown` }
  const bound = value < min ? min : value > max ? max : value
  return {
    share: 1 - Math.abs(Math.log2(value / bound)),
    text: `${paid}; this property is valued at ${formatDollars(value)}`,
  }
}

function scoreType({ subject: { type }, types }: MatchTerms, proofs: readonly Proof[]): Share {
  const known = proofs.flatMap(({ propertyId }) => types.get(propertyId) || [])
  if (!type || known.length === 0) return { share: 0, text: 'Property types cannot be compared' }
  const same = known.filter((one) => one === type).length
  const label = assetSubGroups.label(type).toLowerCase()
  return { share: same / known.length, text: `${same} of ${known.length} purchases: ${label}` }
}

function scoreRecency({ today, days }: MatchTerms, lastPurchase: string): Share {
  const age = (Date.parse(today) - Date.parse(lastPurchase)) / dayMs
  return { share: 1 - age / days, text: `Last bought ${monthFormat.format(new Date(lastPurchase))}` }
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const formatDollars = (amount: number) => `$${amount.toLocaleString('en-US')}`
