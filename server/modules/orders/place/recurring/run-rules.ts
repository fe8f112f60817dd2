import type { RecurringOutcome } from '@dooryard/contract/recurring/recurring-run'
import { formatNumber, pluralize } from '../../../../platform/util/format.ts'

type RunTerms = {
  /** The campaign type, as prices name it. */
  typeName: string
  /** Deliverable leads that the user has not purchased. */
  newLeads: number
  maxLeads: number
  minQuantity: number
  /** Credits of a lead. */
  price: number
  monthlyCredits: number
  /** Credits that the orders of this month hold or cost. */
  spent: number
  /** Credits of the balance. */
  spendable: number
}

export type RunDecision = { outcome: RecurringOutcome; quantity: number; detail?: string }

/** How many leads a run orders, or why none: never more than its limits, and nothing that the balance does not cover. */
export function decideRun({ newLeads, maxLeads, minQuantity, price, ...terms }: RunTerms): RunDecision {
  const { typeName, monthlyCredits, spent, spendable } = terms
  if (newLeads === 0) return refuse('NO_NEW_MATCHES', 'No new leads match.')
  if (newLeads < minQuantity)
    return refuse(
      'BELOW_MINIMUM',
      `${pluralize(newLeads, 'new lead')}. ${typeName} orders need at least ${formatNumber(minQuantity)}, so ` +
        'the next run counts them again.',
    )
  // The minimum may have been raised since the limit was saved.
  if (maxLeads < minQuantity)
    return refuse(
      'BELOW_MINIMUM',
      `${typeName} orders need at least ${formatNumber(minQuantity)} leads. Raise the limit of ${formatNumber(maxLeads)} per run.`,
    )
  const wanted = Math.min(newLeads, maxLeads)
  const quantity = Math.min(wanted, getLeadsWithinMonth({ monthlyCredits, spent, price }))
  if (isMonthUsedUp({ monthlyCredits, spent, price, minQuantity }))
    return refuse(
      'MONTHLY_LIMIT',
      `${formatNumber(spent)} of ${pluralize(monthlyCredits, 'credit')} of this month are used.`,
    )
  const cost = quantity * price
  if (cost > spendable)
    return refuse('LOW_BALANCE', `This run needs ${pluralize(cost, 'credit')} and you have ${formatNumber(spendable)}.`)
  const detail = describeLimit({ newLeads, wanted, quantity })
  return { outcome: 'ORDERED', quantity, ...(detail !== undefined && { detail }) }
}

type MonthTerms = Pick<RunTerms, 'monthlyCredits' | 'spent' | 'price'>

/** How many leads the rest of the month's limit covers. */
const getLeadsWithinMonth = ({ monthlyCredits, spent, price }: MonthTerms): number =>
  price > 0 ? Math.floor(Math.max(0, monthlyCredits - spent) / price) : Infinity

/** Whether the rest of the month's limit covers no order at all. */
export const isMonthUsedUp = ({ minQuantity, ...terms }: MonthTerms & Pick<RunTerms, 'minQuantity'>): boolean =>
  getLeadsWithinMonth(terms) < Math.max(1, minQuantity)

const refuse = (outcome: RecurringOutcome, detail: string): RunDecision => ({ outcome, quantity: 0, detail })

function describeLimit({ newLeads, wanted, quantity }: { newLeads: number; wanted: number; quantity: number }) {
  if (quantity === newLeads) return undefined
  return `${quantity < wanted ? 'Monthly limit' : 'Limit per run'}: ${formatNumber(quantity)} of ${formatNumber(newLeads)} new leads.`
}
