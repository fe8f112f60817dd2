import type { BillingInfo } from '@dooryard/contract/billing/billing'
import { Center, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import { formatDay, formatMoney, pluralize } from '../../lib/format/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SettingsFrame } from '../../ui/layout/frames/settings-frame.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { usePaymentAccess } from './billing.data.ts'
import { BillingInfoBoundary } from './billing-info-boundary.tsx'
import type { BillingSearch } from './billing-search.ts'
import { BillingDetailsPanel } from './details/billing-details-panel.tsx'
import { SpendingAlertsPanel } from './details/spending-alerts-panel.tsx'
import { InvoiceDownload } from './invoice-download.tsx'
import { PaymentHistory } from './payment-history.tsx'
import { PastDueNotice } from './plan/past-due-notice.tsx'
import { PlanPanel } from './plan/plan-panel.tsx'
import {
  formatCardBrand,
  formatCardExpiry,
  getOverdueAmount,
  isCardExpiredAt,
  isLiveSubscription,
} from './plan/subscription-labels.ts'
import { ChangeCardButton } from './purchase/change-card-button.tsx'
import { PurchaseReturn } from './purchase/purchase-return.tsx'
import { StatText } from './stat-text.tsx'

/** Describes the next charge: the amount, the date, and what it is for or why there is none. */
function describeNextCharge({ nextCharge, subscription, autoTopUp }: BillingInfo) {
  if (subscription?.status === 'PAST_DUE') {
    const end = subscription.cancelAtPeriodEnd ? '. The subscription isn’t charged after that.' : '.'
    const text = `We retry as soon as you change your card${end}`
    return { amount: formatMoney(getOverdueAmount(subscription)), when: 'overdue', text }
  }
  if (nextCharge) {
    const { planName = '', creditsPerPeriod = 0 } = subscription?.next ?? subscription ?? {}
    const text = subscription ? `${planName}: ${pluralize(creditsPerPeriod, 'credit')}.` : ''
    return { amount: formatMoney(nextCharge.amount), when: `on ${formatDay(nextCharge.at)}`, text }
  }
  const { planName, currentPeriodEnd } = subscription ?? {}
  const isEnding = isLiveSubscription(subscription) && subscription.cancelAtPeriodEnd
  const none = autoTopUp.enabled ? 'You have no subscription.' : 'No upcoming charges.'
  return {
    amount: autoTopUp.enabled ? 'None scheduled' : 'None',
    text: isEnding ? `${planName} ends on ${formatDay(currentPeriodEnd)} and won’t be charged again.` : none,
  }
}

function NextChargePanel({ info }: { info: BillingInfo }) {
  const { amount, when, text } = describeNextCharge(info)
  const { enabled, threshold, monthlyCap } = info.autoTopUp
  return (
    <Panel title="Next charge">
      <StatText value={amount}>{when}</StatText>
      <Text c="dimmed" fz="sm" mt={4}>
        {text}
      </Text>
      {enabled && (
        <Text c="dimmed" fz="sm" mt={4}>
          Automatic top-up is on: below {pluralize(threshold, 'credit')} we buy a pack, up to {formatMoney(monthlyCap)}{' '}
          per month.
        </Text>
      )}
    </Panel>
  )
}

function CardWarning({ info: { paymentMethod, nextCharge, now } }: { info: BillingInfo }) {
  if (!paymentMethod) return null
  if (isCardExpiredAt(paymentMethod, now)) return <Notice tone="bad">This card has expired.</Notice>
  if (!nextCharge || !isCardExpiredAt(paymentMethod, nextCharge.at)) return null
  return <Notice tone="warn">This card expires before the charge on {formatDay(nextCharge.at)}.</Notice>
}

/** The card used for renewals and automatic purchases. */
function CardPanel({ info }: { info: BillingInfo }) {
  const { paymentMethod: card } = info
  const { mayPay, isOff } = usePaymentAccess(info)
  const change = (
    <ChangeCardButton size="xs" disabled={!mayPay}>
      {card ? 'Change card' : 'Add card'}
    </ChangeCardButton>
  )
  const number = card && (
    <>
      {formatCardBrand(card)} <span aria-hidden="true">••••</span>
      <span className="visually-hidden">ending in</span> {card.last4}
    </>
  )
  return (
    <Panel title="Payment method" aside={!isOff && change}>
      <Stack gap={12}>
        <Group gap={14} wrap="nowrap">
          <Center component="span" w={44} h={32} bd="1px solid var(--line)" bdrs="sm" bg="var(--raised)" c="dimmed">
            <CreditCard size={20} aria-hidden="true" />
          </Center>
          <Stack component="p" gap={0} m={0} className="numbers">
            <Text component="strong" fw={550}>
              {number ?? 'No card on file'}
            </Text>
            <Text span c="dimmed" fz="sm">
              {card ? `Expires ${formatCardExpiry(card)}` : 'Saved with your first purchase.'}
            </Text>
          </Stack>
        </Group>
        <CardWarning info={info} />
      </Stack>
    </Panel>
  )
}

/** The plan, the next charge, the card, the billing details, the alerts, and all payments with their invoices. */
export function BillingScreen({ state, onState }: { state: BillingSearch; onState: OnTableStateChange }) {
  const { checkout, cancelled, invoice, ...history } = state
  const clearLocationState = () => onState({ checkout: undefined, cancelled: undefined }, { replace: true })
  return (
    <SettingsFrame title="Billing">
      <PurchaseReturn checkout={checkout} cancelled={cancelled} onDone={clearLocationState} />
      {invoice && (
        <InvoiceDownload transactionId={invoice} onDone={() => onState({ invoice: undefined }, { replace: true })} />
      )}
      <BillingInfoBoundary>
        {(info) => (
          <>
            <PastDueNotice info={info} />
            <PlanPanel info={info} />
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="var(--screen-gap)">
              <NextChargePanel info={info} />
              <CardPanel info={info} />
            </SimpleGrid>
            <BillingDetailsPanel info={info} />
            <SpendingAlertsPanel />
          </>
        )}
      </BillingInfoBoundary>
      <PaymentHistory state={history} onState={onState} />
    </SettingsFrame>
  )
}
