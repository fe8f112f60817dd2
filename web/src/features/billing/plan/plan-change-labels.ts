import type { BillingInterval } from '@dooryard/contract/billing/plans'
import type { PlanChangePreview, Subscription } from '@dooryard/contract/billing/subscriptions'
import { formatDay, formatMoney, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { type BillLine, toBonusLines, toDiscountLines } from '../purchase/bill.tsx'
import { intervalNouns } from './interval-labels.ts'

type ChosenPlan = { id: string; interval?: BillingInterval }

/** Whether only the interval changes: from the month to the year of the same plan. */
export const isAnnualSwitch = ({ id, interval }: ChosenPlan, current: Pick<Subscription, 'planId' | 'interval'>) =>
  id === current.planId && interval === 'YEAR' && current.interval === 'MONTH'

type TitledChange = { name: string; kind: PlanChangePreview['kind'] | undefined; isSwitch: boolean }

/** Formats the title of the dialog as a question. */
export function formatPlanChangeTitle({ name, kind, isSwitch }: TitledChange): string {
  if (kind === 'KEEP') return `Keep ${name}?`
  return isSwitch ? `Switch ${name} to annual billing?` : `Change to ${name}?`
}

/** Formats the button label: what the change does, and what it costs now. */
export function formatPlanChangeAction(
  { kind, amountDueNow, effectiveAt }: PlanChangePreview,
  { name, isSwitch }: Omit<TitledChange, 'kind'>,
): string {
  if (kind === 'KEEP') return `Keep ${name}`
  if (kind === 'DOWNGRADE') return `Change to ${name} from ${formatDay(effectiveAt)}`
  const verb = isSwitch ? 'Switch' : 'Upgrade'
  return amountDueNow.amount > 0 ? `${verb} and pay ${formatMoney(amountDueNow)}` : `${verb} for free`
}

/** Summarizes a plan change in one sentence. */
export function formatPlanChangeSummary(
  { kind, effectiveAt, interval }: PlanChangePreview,
  name: string,
  subscription: Subscription,
): string {
  const { planName, next, cancelAtPeriodEnd } = subscription
  const also = cancelAtPeriodEnd ? ' Your cancellation is undone.' : ''
  if (interval !== subscription.interval)
    return `A year of ${name} begins now. The days that are left of your month are taken off the price.${also}`
  if (kind === 'UPGRADE')
    return `${name} begins now. You pay only the difference for the days that are left of this ${intervalNouns[interval]}.${also}`
  if (kind === 'DOWNGRADE')
    return `You keep ${planName} and its credits until ${formatDay(effectiveAt)}. ${name} begins then, and nothing is due now.${also}`
  const undone = next ? `The change to ${next.planName}` : 'The cancellation'
  return `${undone} is undone. ${planName} continues as before, and nothing is due now.`
}

/** Returns the bill lines of an upgrade; other changes have none. */
export function toPlanChangeLines(quote: PlanChangePreview, name: string, subscription: Subscription): BillLine[] {
  const { kind, charge, credit, amountDueNow, daysLeft, daysInPeriod, creditsGrantedNow } = quote
  if (kind !== 'UPGRADE') return []
  const { planName: before, interval } = subscription
  const days = `${daysLeft} of ${pluralize(daysInPeriod, 'day')}`
  const isRestart = quote.interval !== interval
  return [
    { label: isRestart ? `${name}, one year` : `${name}, ${days}`, value: formatMoney(charge) },
    {
      label: isRestart ? `${before}, ${days} unused` : `${before} for those days, paid already`,
      value: formatMoney({ ...credit, amount: -credit.amount }),
    },
    ...toDiscountLines(quote),
    { label: 'Due now', value: formatMoney(amountDueNow), isSum: true },
    ...(creditsGrantedNow > 0 ? [{ label: 'Credits now', value: `+${formatNumber(creditsGrantedNow)}` }] : []),
    ...toBonusLines(quote),
  ]
}

/** Formats the confirmation of a completed change. */
export function formatPlanChangeDone(
  { kind, effectiveAt, creditsGrantedNow, bonusCredits }: PlanChangePreview,
  name: string,
): string {
  if (kind === 'KEEP') return `You keep ${name}`
  if (kind === 'DOWNGRADE') return `${name} begins on ${formatDay(effectiveAt)}`
  const more = creditsGrantedNow + bonusCredits
  return `Plan changed to ${name}${more > 0 ? `, with ${pluralize(more, 'more credit', 'more credits')}` : ''}`
}
