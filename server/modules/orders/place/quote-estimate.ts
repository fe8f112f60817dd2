import { maxOrderQuantity } from '@dooryard/contract/api/limits'
import type { LeadOutcome, Matches } from './quote.queries.ts'

/**
 * Leads whose owners, addresses and phones are read; more are sampled first, and read only if fewer than these seem
 * deliverable. One order cannot have more.
 */
export const maxLeadsRead = maxOrderQuantity

/**
 * One in `2 ** bits` leads is sampled; 0 reads all. A sample has a quarter to a half of the most that are read: of
 * 25,000 leads a share of a half is estimated with a standard error of 0.3 percentage points.
 */
export const getSampleBits = (leads: number, maxRead: number): number =>
  leads > maxRead ? Math.ceil(Math.log2((2 * leads) / maxRead)) : 0

/**
 * Owners or mailing addresses are what is sampled, so their number is that of the sample times its fraction, however
 * many leads the largest have. Purchased leads are all in the sample.
 */
function estimateDistinct({ purchase, distinct, leads }: LeadOutcome, total: number, sampleBits: number): number {
  if (distinct === leads) return total
  return Math.min(total, purchase === 'NONE' ? distinct * 2 ** sampleBits : distinct)
}

/** The counted matches of a mailing, and how many of them are distinct; all of them without a sample. */
export const estimateMailOutcomes = (
  matches: readonly Matches[],
  sampled: readonly LeadOutcome[],
  sampleBits: number,
): LeadOutcome[] =>
  matches.flatMap(({ purchase, leads, mailable }) => {
    const clean = sampled.find((one) => one.purchase === purchase && one.outcome === 'CLEAN')
    const distinct = clean ? estimateDistinct(clean, mailable, sampleBits) : mailable
    return [
      { purchase, outcome: 'CLEAN', leads: mailable, distinct },
      { purchase, outcome: 'NO_CONTACT', leads: leads - mailable, distinct: 0 },
    ]
  })

/** The sampled outcomes, scaled so that they add up to the counted matches. */
export const estimateCallOutcomes = (
  matches: readonly Matches[],
  sampled: readonly LeadOutcome[],
  sampleBits: number,
): LeadOutcome[] =>
  matches.flatMap(({ purchase, leads }) => {
    const outcomes = sampled.filter((one) => one.purchase === purchase)
    const sampledLeads = outcomes.reduce((sum, one) => sum + one.leads, 0)
    let [read, given] = [0, 0]
    return outcomes.map((one) => {
      read += one.leads
      const share = Math.round((leads * read) / sampledLeads) - given
      given += share
      return { ...one, leads: share, distinct: estimateDistinct(one, share, sampleBits) }
    })
  })
