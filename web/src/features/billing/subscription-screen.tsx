import type { BillingInfo } from '@dooryard/contract/billing/billing'
import type { Plan } from '@dooryard/contract/billing/plans'
import { PackageX } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatMoney } from '../../lib/format/format.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { StateView } from '../../ui/feedback/state-view.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { useOptimisticSearchParam } from '../../ui/hooks/hooks.ts'
import { SettingsFrame } from '../../ui/layout/frames/settings-frame.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { usePaymentAccess } from './billing.data.ts'
import { BillingInfoBoundary } from './billing-info-boundary.tsx'
import type { SubscriptionSearch } from './billing-search.ts'
import { getPlanPrice, getSoldInterval, intervalNouns, listPlansFor } from './plan/interval-labels.ts'
import { IntervalSwitch } from './plan/interval-switch.tsx'
import { PastDueNotice } from './plan/past-due-notice.tsx'
import { PlanCards, PlanTerms } from './plan/plan-cards.tsx'
import { isLiveSubscription } from './plan/subscription-labels.ts'
import { BuyPanel } from './purchase/buy-panel.tsx'
import { CatalogChoice } from './purchase/catalog-cards.tsx'
import { PurchaseReturn } from './purchase/purchase-return.tsx'

type SubscriptionViewProps = { info: BillingInfo; state: SubscriptionSearch; onState: OnTableStateChange }

/** The plans for a user without a subscription: one is selected and paid for on the next page. */
function PlanSelection({ info, state, onState }: SubscriptionViewProps) {
  const { isOff } = usePaymentAccess(info)
  const [asked = 'MONTH', setInterval] = useOptimisticSearchParam(state.interval, (chosen) =>
    onState({ interval: chosen }, { replace: true }),
  )
  const interval = getSoldInterval(info.plans, asked)
  const plans = listPlansFor(info.plans, interval)
  const [chosen = info.subscription?.planId, choose] = useOptimisticSearchParam(state.plan, (id) =>
    onState({ plan: id }, { replace: true }),
  )
  const plan = plans.find(({ id }) => id === chosen) ?? plans[0]
  if (!plan) {
    return (
      <Panel>
        <StateView
          icon={PackageX}
          title="No plans are available"
          text="You can still buy credit packs."
          action={
            <LinkButton to="/portal/settings/pay-as-you-go" variant="default">
              See packs
            </LinkButton>
          }
        />
      </Panel>
    )
  }
  return (
    <>
      <IntervalSwitch plans={info.plans} value={interval} onChange={setInterval} />
      <CatalogChoice
        label="Plans"
        legend="Choose a plan"
        items={plans}
        chosen={plan.id}
        onChoose={isOff ? undefined : choose}
      >
        {(item) => <PlanTerms plan={item} interval={interval} />}
      </CatalogChoice>
      {!isOff && (
        <BuyPanel
          info={info}
          purchase={{ planId: plan.id, interval }}
          name={`${plan.name}, first ${intervalNouns[interval]}`}
          item={{ list: getPlanPrice(plan, interval) ?? plan.price, credits: plan.monthlyCredits, interval }}
          action={({ total }) => `Subscribe to ${plan.name}, pay ${formatMoney(total)}`}
          code={state.coupon}
          onCode={(coupon) => onState({ coupon }, { replace: true })}
        />
      )}
    </>
  )
}

/** The plans for a subscriber: each other plan is a change, which is previewed first. */
function PlanChange({ info, state, onState }: SubscriptionViewProps) {
  const [plan, setPlan] = useState<Plan>()
  const [dialog, open] = useDialog(async () => (await import('./plan/plan-change-dialog.tsx')).PlanChangeDialog)
  const { subscription } = info
  // An overdue payment takes precedence over a scheduled change.
  const active = subscription?.status === 'ACTIVE' ? subscription : undefined
  const next = active?.next
  const [interval = subscription?.interval ?? 'MONTH', setInterval] = useOptimisticSearchParam(
    state.interval,
    (chosen) => onState({ interval: chosen }, { replace: true }),
  )
  const openPlanChange = (selected: Plan) => {
    setPlan(selected)
    open()
  }
  return (
    <>
      <PastDueNotice info={info} />
      {next && (
        <Notice tone="info">
          {next.planName} begins on {formatDay(active.currentPeriodEnd)}. Until then you keep {active.planName}; to
          choose another plan, keep {active.planName} first.
        </Notice>
      )}
      {active?.cancelAtPeriodEnd && (
        <Notice tone="warn">
          {active.planName} ends on {formatDay(active.currentPeriodEnd)}. Until then you can keep it
          {active.next ? '.' : ', or choose another plan.'}
        </Notice>
      )}
      <PlanCards info={info} interval={interval} onInterval={setInterval} onChoose={openPlanChange} />
      {plan && dialog({ info, plan: { id: plan.id, name: plan.name, interval } })}
    </>
  )
}

/** The plans side by side. Nothing changes before its price is shown. */
export function SubscriptionScreen({ state, onState }: { state: SubscriptionSearch; onState: OnTableStateChange }) {
  const clearReturn = () => onState({ checkout: undefined, cancelled: undefined }, { replace: true })
  return (
    <SettingsFrame title="Subscription">
      <PurchaseReturn checkout={state.checkout} cancelled={state.cancelled} onDone={clearReturn} />
      <BillingInfoBoundary>
        {(info) =>
          isLiveSubscription(info.subscription) ? (
            <PlanChange info={info} state={state} onState={onState} />
          ) : (
            <PlanSelection info={info} state={state} onState={onState} />
          )
        }
      </BillingInfoBoundary>
    </SettingsFrame>
  )
}
