import type { CampaignTotals } from '@dooryard/contract/results/campaign-results'
import { pluralize } from '../../../platform/util/format.ts'

type EnteredSums = Pick<CampaignTotals, 'mailed' | 'responses' | 'appointments' | 'deals' | 'revenue' | 'otherCost'>

type Spend = {
  credits: number
  /** Cents per credit; null if unknown. */
  creditPrice: number | null
}

/** Money in cents. What cannot be known, or would divide by nothing, is null. */
export function toCampaignTotals(sums: EnteredSums, { credits, creditPrice }: Spend): CampaignTotals {
  const creditCost = credits === 0 ? 0 : creditPrice === null ? null : Math.round(credits * creditPrice)
  const cost = creditCost === null ? null : creditCost + sums.otherCost
  return {
    ...sums,
    ...{ credits, creditPrice, creditCost, cost },
    responseRate: getResponseExcess(sums) > 0 ? null : divide(sums.responses, sums.mailed),
    costPerResponse: roundCents(divide(cost, sums.responses)),
    costPerAppointment: roundCents(divide(cost, sums.appointments)),
    costPerDeal: roundCents(divide(cost, sums.deals)),
    returnOnCost: cost === null ? null : divide(sums.revenue - cost, cost),
  }
}

type ResponseSums = Pick<CampaignTotals, 'mailed' | 'responses'>

/**
 * How many responses are more than the pieces mailed could bring, since a piece brings one at most. Where no pieces are
 * entered, they are not tracked. One owner may need several appointments and sell several houses, and deals are made
 * without an appointment, so those have no such bound.
 */
export const getResponseExcess = ({ mailed, responses }: ResponseSums): number =>
  mailed === 0 ? 0 : Math.max(0, responses - mailed)

/**
 * Why an addition or correction is refused: it would leave more responses than pieces mailed, or still more of them.
 * Null if it may be made. `field` is the count that it makes too large or too small.
 */
export function getResponsesRefusal(
  before: ResponseSums,
  after: ResponseSums,
): { field: 'mailed' | 'responses'; message: string } | null {
  if (getResponseExcess(after) <= getResponseExcess(before)) return null
  const sums = `${pluralize(after.responses, 'response')} to ${pluralize(after.mailed, 'piece')} mailed or called`
  return {
    field: after.responses > before.responses ? 'responses' : 'mailed',
    message: `The campaign would have ${sums}. Enter at most one response per piece.`,
  }
}

const divide = (amount: number | null, by: number): number | null => (amount === null || by === 0 ? null : amount / by)

const roundCents = (amount: number | null): number | null => (amount === null ? null : Math.round(amount))
