import type { Quote, Subscription } from '@dooryard/contract/subscriptions'
import { formatDay, formatMoney, formatNumber, plural } from '../../../lib/format.ts'
import { type BillLine, bonusLines, discountLines } from '../purchase/bill.tsx'

/** What the heading of a change asks. */
export const quoteTitle = (name: string, kind: Quote['kind'] | undefined) =>
  kind === 'KEEP' ? `Keep ${name}?` : `Change to ${name}?`

/** What the button of a change says: what it does, and what that costs now. */
export function quoteAction({ kind, amountDueNow, effectiveAt }: Quote, name: string): string {
  if (kind === 'KEEP') return `Keep ${name}`
  if (kind === 'DOWNGRADE') return `Change to ${name} from ${formatDay(effectiveAt)}`
  return amountDueNow.amount > 0
    ? `Change to ${name}, pay ${formatMoney(amountDueNow)} now`
    : `Change to ${name}, pay nothing now`
}

/** What a change means, in a sentence. */
export function quoteLead({ kind, effectiveAt }: Quote, name: string, subscription: Subscription): string {
  const { planName, next, cancelAtPeriodEnd } = subscription
  const also = cancelAtPeriodEnd ? ' Your cancellation is undone.' : ''
  if (kind === 'UPGRADE')
    return `${name} begins now. You pay only the difference for the days that are left of this month.${also}`
  if (kind === 'DOWNGRADE')
    return `You keep ${planName} and its credits until ${formatDay(effectiveAt)}. ${name} begins then, and nothing is due now.${also}`
  const undone = next ? `The change to ${next.planName}` : 'The cancellation'
  return `${undone} is undone. ${planName} goes on as before, and nothing is due now.`
}

/** The bill of an upgrade, line by line; another change has none. */
export function quoteLines(quote: Quote, name: string, before: string): BillLine[] {
  const { kind, charge, credit, amountDueNow, daysLeft, daysInPeriod, creditsGrantedNow } = quote
  if (kind !== 'UPGRADE') return []
  return [
    { label: `${name}, ${daysLeft} of ${plural(daysInPeriod, 'day')}`, value: formatMoney(charge) },
    { label: `${before} for those days, paid already`, value: formatMoney({ ...credit, amount: -credit.amount }) },
    ...discountLines(quote),
    { label: 'Due now', value: formatMoney(amountDueNow), isSum: true },
    { label: 'Credits now', value: `+${formatNumber(creditsGrantedNow)}` },
    ...bonusLines(quote),
  ]
}

/** What is said once it is done. */
export function quoteDone({ kind, effectiveAt, creditsGrantedNow, bonusCredits }: Quote, name: string): string {
  if (kind === 'KEEP') return `You keep ${name}`
  if (kind === 'DOWNGRADE') return `${name} begins on ${formatDay(effectiveAt)}`
  return `You are on ${name} now, with ${plural(creditsGrantedNow + bonusCredits, 'more credit', 'more credits')}`
}
