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
  const left = Math.max(0, monthlyCredits - spent)
  const withinMonth = price > 0 ? Math.floor(left / price) : newLeads
  const wanted = Math.min(newLeads, maxLeads)
  const quantity = Math.min(wanted, withinMonth)
  if (quantity < Math.max(1, minQuantity))
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

const refuse = (outcome: RecurringOutcome, detail: string): RunDecision => ({ outcome, quantity: 0, detail })

function describeLimit({ newLeads, wanted, quantity }: { newLeads: number; wanted: number; quantity: number }) {
  if (quantity === newLeads) return undefined
  return `${quantity < wanted ? 'Monthly limit' : 'Limit per run'}: ${formatNumber(quantity)} of ${formatNumber(newLeads)} new leads.`
}
