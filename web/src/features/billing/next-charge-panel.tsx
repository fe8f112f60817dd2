import type { BillingInfo } from '@dooryard/contract/billing'
import { formatDay, formatMoney, plural } from '../../lib/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import classes from './billing.module.css'
import { isLive, overdueOf } from './subscription-words.ts'

function whatFor({ subscription }: BillingInfo) {
  if (!subscription) return ''
  const { planName, creditsPerPeriod } = subscription.next ?? subscription
  return `For ${planName}, which gives ${plural(creditsPerPeriod, 'credit')}.`
}

function whyNone({ subscription, autoTopUp }: BillingInfo) {
  if (isLive(subscription) && subscription.cancelAtPeriodEnd)
    return `${subscription.planName} ends on ${formatDay(subscription.currentPeriodEnd)} and is not charged again.`
  return autoTopUp.enabled
    ? 'You have no subscription.'
    : 'Nothing is charged by itself while you have no subscription.'
}

/** The charge whose day nobody knows. */
function TopUps({ autoTopUp: { enabled, threshold, monthlyCap } }: BillingInfo) {
  if (!enabled) return null
  return (
    <p className={classes.dimmed}>
      Automatic top-up is on: it buys a pack when fewer than {plural(threshold, 'credit')} can be spent, for{' '}
      {formatMoney(monthlyCap)} a month at most.
    </p>
  )
}

/** What is charged next, and when. */
export function NextChargePanel({ info }: { info: BillingInfo }) {
  const { nextCharge, subscription } = info
  if (subscription?.status === 'PAST_DUE') {
    return (
      <Panel title="Next charge">
        <p className={classes.figure}>
          <strong>{formatMoney(overdueOf(subscription))}</strong> overdue
        </p>
        <p className={classes.dimmed}>
          It is tried again as soon as you change your card
          {subscription.cancelAtPeriodEnd ? ', and the subscription is not charged after it.' : '.'}
        </p>
        <TopUps {...info} />
      </Panel>
    )
  }
  return (
    <Panel title="Next charge">
      {nextCharge ? (
        <>
          <p className={classes.figure}>
            <strong>{formatMoney(nextCharge.amount)}</strong> on {formatDay(nextCharge.at)}
          </p>
          <p className={classes.dimmed}>{whatFor(info)}</p>
        </>
      ) : (
        <>
          <p className={classes.figure}>
            <strong>{info.autoTopUp.enabled ? 'None planned' : 'None'}</strong>
          </p>
          <p className={classes.dimmed}>{whyNone(info)}</p>
        </>
      )}
      <TopUps {...info} />
    </Panel>
  )
}
