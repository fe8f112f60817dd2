import type { BillingInfo } from '@dooryard/contract/billing/billing'
import type { Subscription } from '@dooryard/contract/billing/subscriptions'
import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDay, formatMoney, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { StatusBadge } from '../../../ui/display/badges.tsx'
import { type DescriptionItem, DescriptionList } from '../../../ui/display/description-list.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { usePaymentAccess } from '../billing.data.ts'
import { StatText } from '../stat-text.tsx'
import { intervalNouns } from './interval-labels.ts'
import { getSubscriptionStatus, isLiveSubscription } from './subscription-labels.ts'

const plansPath = '/portal/settings/subscription'

const endReasonLabels = {
  CANCELLED: 'You cancelled it.',
  PAYMENT_FAILED: 'The renewal wasn’t paid in time.',
}

const PlanName = ({ children, badge }: { children: ReactNode; badge?: ReactNode }) => (
  <Group component="p" gap={10} m={0}>
    <Text component="strong" fz={22} lh="28px" fw={600} lts="-0.018em">
      {children}
    </Text>
    {badge}
  </Group>
)

/** Returns how long the subscription continues, as far as known. */
function toTermFacts({ status, currentPeriodEnd, cancelAtPeriodEnd, graceUntil }: Subscription): DescriptionItem[] {
  const end = formatDay(currentPeriodEnd)
  if (status === 'ACTIVE') return [{ label: cancelAtPeriodEnd ? 'Ends on' : 'Renews on', value: end }]
  const due = { label: 'Pay by', value: formatDay(graceUntil) }
  return cancelAtPeriodEnd ? [due, { label: 'Once paid, ends on', value: end }] : [due]
}

function toSubscriptionFacts(
  subscription: Subscription,
  { subscriptionCredits }: BillingInfo['balance'],
): DescriptionItem[] {
  const { status, currentPeriodStart, currentPeriodEnd, creditsPerPeriod, next } = subscription
  const end = formatDay(currentPeriodEnd)
  const from = status === 'ACTIVE' ? `From ${end}` : 'Once it is paid'
  return [
    { label: 'Credits per month', value: formatNumber(creditsPerPeriod) },
    { label: 'Current period', value: `${formatDay(currentPeriodStart)} to ${end}` },
    ...toTermFacts(subscription),
    ...(next
      ? [{ label: from, value: `${next.planName}, ${pluralize(next.creditsPerPeriod, 'credit')} per month` }]
      : []),
    { label: 'Available', value: pluralize(subscriptionCredits, 'plan credit') },
  ]
}

/** Actions to keep, change or cancel a live subscription; there may be none. */
function PlanActions({ info, subscription }: { info: BillingInfo; subscription: Subscription }) {
  const { mayPay } = usePaymentAccess(info)
  const [cancelDialog, cancel] = useDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog)
  const [quoteDialog, keep] = useDialog(async () => (await import('./plan-change-dialog.tsx')).PlanChangeDialog)
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
            <LinkButton to={plansPath} variant={waits ? 'default' : 'filled'}>
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

/** Says that there is no subscription, or why it ended. */
function EndedSubscription({ subscription, isOff }: { subscription: Subscription | undefined; isOff: boolean }) {
  const { endedAt, endReason } = subscription ?? {}
  return (
    <>
      <Text c="dimmed" fz="sm" mt={4}>
        {subscription ? (
          <>
            It ended{endedAt && ` on ${formatDay(endedAt)}`}. {endReason && endReasonLabels[endReason]} Pay-as-you-go
            credits stay.
          </>
        ) : (
          'A plan gives you credits every month. Cancel anytime. Packs are bought once and never expire.'
        )}
      </Text>
      {!isOff && (
        <Group gap={8} mt={20}>
          <LinkButton to={plansPath}>Choose a plan</LinkButton>
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

/** The current or last subscription, and actions to change it. */
export function PlanPanel({ info }: { info: BillingInfo }) {
  const { subscription } = info
  const { isOff } = usePaymentAccess(info)
  return (
    <Panel title="Plan">
      {subscription ? (
        <Group justify="space-between" align="baseline" gap="4px 16px" mb={16}>
          <PlanName badge={<StatusBadge {...getSubscriptionStatus(subscription)} />}>{subscription.planName}</PlanName>
          <StatText value={formatMoney(subscription.price)}>per {intervalNouns[subscription.interval]}</StatText>
        </Group>
      ) : (
        <PlanName>No subscription</PlanName>
      )}
      {isLiveSubscription(subscription) ? (
        <>
          <DescriptionList items={toSubscriptionFacts(subscription, info.balance)} />
          {!isOff && <PlanActions info={info} subscription={subscription} />}
        </>
      ) : (
        <EndedSubscription subscription={subscription} isOff={isOff} />
      )}
    </Panel>
  )
}
