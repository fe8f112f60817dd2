import type { CampaignTotals } from '@dooryard/contract/results/campaign-results'

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
    responseRate: divide(sums.responses, sums.mailed),
    costPerResponse: roundCents(divide(cost, sums.responses)),
    costPerAppointment: roundCents(divide(cost, sums.appointments)),
    costPerDeal: roundCents(divide(cost, sums.deals)),
    returnOnCost: cost === null ? null : divide(sums.revenue - cost, cost),
  }
}

const divide = (amount: number | null, by: number): number | null => (amount === null || by === 0 ? null : amount / by)

const roundCents = (amount: number | null): number | null => (amount === null ? null : Math.round(amount))
