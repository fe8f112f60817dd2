import type { BillingInfo } from '@dooryard/contract/billing'
import type { Subscription } from '@dooryard/contract/subscriptions'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatDay, formatMoney, formatNumber, plural } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import classes from './billing.module.css'
import { isLive, standingOf } from './subscription-words.ts'
import { useMoney } from './use-money.ts'

const toPlans = '/portal/settings/subscription'

function None({ isOff }: { isOff: boolean }) {
  return (
    <Panel title="Plan">
      <p className={classes.planName}>
        <strong>No subscription</strong>
      </p>
      <p className={classes.dimmed}>
        A plan gives you credits every month, and can be cancelled here at any time. Packs are bought once and never
        lapse.
      </p>
      {!isOff && (
        <div className={classes.actions}>
          <LinkButton to={toPlans}>Choose a plan</LinkButton>
          <LinkButton to="/portal/settings/pay-as-you-go" variant="default">
            Buy a pack
          </LinkButton>
        </div>
      )}
    </Panel>
  )
}

const whyEnded = {
  CANCELLED: 'You cancelled it.',
  PAYMENT_FAILED: 'It was not paid for in time.',
}

/** Until when it goes on, as far as is known. */
function termFacts({ status, currentPeriodEnd, cancelAtPeriodEnd, graceUntil }: Subscription): Fact[] {
  const end = formatDay(currentPeriodEnd)
  if (status === 'ACTIVE') return [{ label: cancelAtPeriodEnd ? 'Ends on' : 'Renews on', value: end }]
  const due = { label: 'To be paid by', value: formatDay(graceUntil) }
  return cancelAtPeriodEnd ? [due, { label: 'Once paid, ends on', value: end }] : [due]
}

function factsOf({ subscription, balance }: BillingInfo & { subscription: Subscription }): Fact[] {
  const { status, currentPeriodStart, currentPeriodEnd, creditsPerPeriod, next } = subscription
  const end = formatDay(currentPeriodEnd)
  const from = status === 'ACTIVE' ? `From ${end}` : 'Once it is paid'
  return [
    { label: 'Credits a month', value: formatNumber(creditsPerPeriod) },
    { label: 'This month', value: `${formatDay(currentPeriodStart)} to ${end}` },
    ...termFacts(subscription),
    ...(next ? [{ label: from, value: `${next.planName}, ${plural(next.creditsPerPeriod, 'credit')} a month` }] : []),
    { label: 'Left to spend', value: `${plural(balance.subscriptionCredits, 'subscription credit')}` },
  ]
}

/** The dialogs, once one was asked for. */
function useDialog() {
  const [open, setOpen] = useState<'cancel' | 'keep'>()
  const [dialogs, load] = useOnDemand(() => import('./plan-dialogs.ts'))
  const ask = (which: 'cancel' | 'keep') => {
    if (!dialogs) load()
    setOpen(which)
  }
  return { dialogs, open, ask, close: () => setOpen(undefined) }
}

function Live({ info, subscription }: { info: BillingInfo; subscription: Subscription }) {
  const { mayPay } = useMoney(info)
  const { dialogs, open, ask, close } = useDialog()
  const isPaid = subscription.status === 'ACTIVE'
  const waits = isPaid && (subscription.cancelAtPeriodEnd || subscription.next !== undefined)
  const kept = { id: subscription.planId, name: subscription.planName }
  return (
    <>
      <div className={classes.actions}>
        {waits && (
          <Button disabled={!mayPay} onClick={() => ask('keep')}>
            Keep {subscription.planName}
          </Button>
        )}
        {!subscription.next && isPaid && (
          <LinkButton to={toPlans} variant={waits ? 'default' : 'filled'}>
            Change plan
          </LinkButton>
        )}
        {!subscription.cancelAtPeriodEnd && (
          <Button variant="default" disabled={!mayPay} onClick={() => ask('cancel')}>
            Cancel subscription
          </Button>
        )}
      </div>
      {dialogs && (
        <>
          <dialogs.CancelDialog info={info} subscription={subscription} isOpen={open === 'cancel'} onClose={close} />
          <dialogs.QuoteDialog info={info} plan={open === 'keep' ? kept : undefined} onClose={close} />
        </>
      )}
    </>
  )
}

function Head({ subscription }: { subscription: Subscription }) {
  return (
    <div className={classes.planHead}>
      <p className={classes.planName}>
        <strong>{subscription.planName}</strong>
        <StatusBadge {...standingOf(subscription)} />
      </p>
      <p className={classes.planPrice}>
        <strong>{formatMoney(subscription.price)}</strong> a month
      </p>
    </div>
  )
}

function Ended({ subscription, isOff }: { subscription: Subscription; isOff: boolean }) {
  const { endedAt, endReason } = subscription
  return (
    <Panel title="Plan">
      <Head subscription={subscription} />
      <p className={classes.dimmed}>
        It ended{endedAt && ` on ${formatDay(endedAt)}`}. {endReason && whyEnded[endReason]} On-demand credits stay
        yours.
      </p>
      {!isOff && (
        <div className={classes.actions}>
          <LinkButton to={toPlans}>Choose a plan</LinkButton>
        </div>
      )}
    </Panel>
  )
}

/** What the user is subscribed to, or was, and the ways to change that. */
export function PlanPanel({ info }: { info: BillingInfo }) {
  const { subscription } = info
  const { isOff } = useMoney(info)
  if (!subscription) return <None isOff={isOff} />
  if (!isLive(subscription)) return <Ended subscription={subscription} isOff={isOff} />
  return (
    <Panel title="Plan">
      <Head subscription={subscription} />
      <Facts facts={factsOf({ ...info, subscription })} />
      {!isOff && <Live info={info} subscription={subscription} />}
    </Panel>
  )
}
