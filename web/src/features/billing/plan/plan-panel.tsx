import type { BillingInfo } from '@dooryard/contract/billing'
import type { Subscription } from '@dooryard/contract/subscriptions'
import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDay, formatMoney, formatNumber, plural } from '../../../lib/format.ts'
import { StatusBadge } from '../../../ui/display/badges.tsx'
import { type Fact, Facts } from '../../../ui/display/facts.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { useMoney } from '../billing.data.ts'
import { Figure } from '../figure.tsx'
import { isLive, subscriptionStatus } from './subscription-labels.ts'

const toPlans = '/portal/settings/subscription'

const endReasons = {
  CANCELLED: 'You cancelled it.',
  PAYMENT_FAILED: 'It was not paid for in time.',
}

const PlanName = ({ children, badge }: { children: ReactNode; badge?: ReactNode }) => (
  <Group component="p" gap={10} m={0}>
    <Text component="strong" fz={22} lh="28px" fw={600} lts="-0.018em">
      {children}
    </Text>
    {badge}
  </Group>
)

/** Until when it goes on, as far as is known. */
function termFacts({ status, currentPeriodEnd, cancelAtPeriodEnd, graceUntil }: Subscription): Fact[] {
  const end = formatDay(currentPeriodEnd)
  if (status === 'ACTIVE') return [{ label: cancelAtPeriodEnd ? 'Ends on' : 'Renews on', value: end }]
  const due = { label: 'To be paid by', value: formatDay(graceUntil) }
  return cancelAtPeriodEnd ? [due, { label: 'Once paid, ends on', value: end }] : [due]
}

function subscriptionFacts(subscription: Subscription, { subscriptionCredits }: BillingInfo['balance']): Fact[] {
  const { status, currentPeriodStart, currentPeriodEnd, creditsPerPeriod, next } = subscription
  const end = formatDay(currentPeriodEnd)
  const from = status === 'ACTIVE' ? `From ${end}` : 'Once it is paid'
  return [
    { label: 'Credits a month', value: formatNumber(creditsPerPeriod) },
    { label: 'This month', value: `${formatDay(currentPeriodStart)} to ${end}` },
    ...termFacts(subscription),
    ...(next ? [{ label: from, value: `${next.planName}, ${plural(next.creditsPerPeriod, 'credit')} a month` }] : []),
    { label: 'Left to spend', value: plural(subscriptionCredits, 'subscription credit') },
  ]
}

/** The ways to keep, change or cancel a live subscription; there may be none left. */
function PlanActions({ info, subscription }: { info: BillingInfo; subscription: Subscription }) {
  const { mayPay } = useMoney(info)
  const [cancelDialog, cancel] = useDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog)
  const [quoteDialog, keep] = useDialog(async () => (await import('./quote-dialog.tsx')).QuoteDialog)
  const { planId, planName, next, cancelAtPeriodEnd } = subscription
  const isPaid = subscription.status === 'ACTIVE'
  const waits = isPaid && (cancelAtPeriodEnd || next !== undefined)
  return (
    <>
      {(isPaid || !cancelAtPeriodEnd) && (
        <Group gap={8} mt={20}>
          {waits && (
            <Button disabled={!mayPay} onClick={keep}>
              Keep {planName}
            </Button>
          )}
          {isPaid && !next && (
            <LinkButton to={toPlans} variant={waits ? 'default' : 'filled'}>
              Change plan
            </LinkButton>
          )}
          {!cancelAtPeriodEnd && (
            <Button variant="default" disabled={!mayPay} onClick={cancel}>
              Cancel subscription
            </Button>
          )}
        </Group>
      )}
      {cancelDialog({ info, subscription })}
      {quoteDialog({ info, plan: { id: planId, name: planName } })}
    </>
  )
}

/** Says that there is no subscription, or why there is none any more. */
function Ended({ subscription, isOff }: { subscription: Subscription | undefined; isOff: boolean }) {
  const { endedAt, endReason } = subscription ?? {}
  return (
    <>
      <Text c="dimmed" fz="sm" mt={4}>
        {subscription ? (
          <>
            It ended{endedAt && ` on ${formatDay(endedAt)}`}. {endReason && endReasons[endReason]} On-demand credits
            stay yours.
          </>
        ) : (
          'A plan gives you credits every month, and can be cancelled here at any time. Packs are bought once and never lapse.'
        )}
      </Text>
      {!isOff && (
        <Group gap={8} mt={20}>
          <LinkButton to={toPlans}>Choose a plan</LinkButton>
          {!subscription && (
            <LinkButton to="/portal/settings/pay-as-you-go" variant="default">
              Buy a pack
            </LinkButton>
          )}
        </Group>
      )}
    </>
  )
}

/** What the user is subscribed to, or was, and the ways to change that. */
export function PlanPanel({ info }: { info: BillingInfo }) {
  const { subscription } = info
  const { isOff } = useMoney(info)
  return (
    <Panel title="Plan">
      {subscription ? (
        <Group justify="space-between" align="baseline" gap="4px 16px" mb={16}>
          <PlanName badge={<StatusBadge {...subscriptionStatus(subscription)} />}>{subscription.planName}</PlanName>
          <Figure value={formatMoney(subscription.price)}>a month</Figure>
        </Group>
      ) : (
        <PlanName>No subscription</PlanName>
      )}
      {isLive(subscription) ? (
        <>
          <Facts facts={subscriptionFacts(subscription, info.balance)} />
          {!isOff && <PlanActions info={info} subscription={subscription} />}
        </>
      ) : (
        <Ended subscription={subscription} isOff={isOff} />
      )}
    </Panel>
  )
}
