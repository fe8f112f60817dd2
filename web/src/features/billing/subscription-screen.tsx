import type { BillingInfo } from '@dooryard/contract/billing'
import type { Plan } from '@dooryard/contract/plans'
import { PackageX } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { useAtOnce } from '../../ui/hooks.ts'
import { SettingsFrame } from '../../ui/layout/settings-frame.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { useMoney } from './billing.data.ts'
import type { SubscriptionSearch } from './billing-search.ts'
import { PastDue } from './plan/past-due.tsx'
import { OwnPlans, PlanTerms } from './plan/plan-cards.tsx'
import { isLive } from './plan/subscription-labels.ts'
import { BuyPanel } from './purchase/buy-panel.tsx'
import { OfferChoice } from './purchase/offer-cards.tsx'
import { PurchaseReturn } from './purchase/purchase-return.tsx'
import { WithInfo } from './with-info.tsx'

const cheapestFirst = (plans: Plan[]) => plans.toSorted((one, other) => one.price.amount - other.price.amount)

/** The plans for somebody who has none: one is chosen, and paid for on the next page. */
function FirstPlan({ info, state, onState }: { info: BillingInfo; state: SubscriptionSearch; onState: OnState }) {
  const { isOff } = useMoney(info)
  const plans = cheapestFirst(info.plans)
  const [chosen = info.subscription?.planId, choose] = useAtOnce(state.plan, (id) =>
    onState({ plan: id }, { replace: true }),
  )
  const plan = plans.find(({ id }) => id === chosen) ?? plans[0]
  if (!plan) {
    return (
      <Panel>
        <StateView icon={PackageX} title="No plans are on offer" text="Credits can still be bought once, as packs." />
      </Panel>
    )
  }
  return (
    <>
      <OfferChoice
        label="Plans"
        legend="Choose a plan"
        offers={plans}
        chosen={plan.id}
        onChoose={isOff ? undefined : choose}
      >
        {(offer) => <PlanTerms plan={offer} />}
      </OfferChoice>
      {!isOff && (
        <BuyPanel
          info={info}
          purchase={{ planId: plan.id }}
          name={`${plan.name}, first month`}
          offer={{ list: plan.price, credits: plan.monthlyCredits, isMonthly: true }}
          action={({ total }) => `Subscribe to ${plan.name}, pay ${formatMoney(total)}`}
          code={state.coupon}
          onCode={(coupon) => onState({ coupon }, { replace: true })}
        />
      )}
    </>
  )
}

/** The plans for somebody who has one: each other is a change, with its quote first. */
function ChangePlan({ info }: { info: BillingInfo }) {
  const [plan, setPlan] = useState<Plan>()
  const [dialog, open] = useDialog(async () => (await import('./plan/quote-dialog.tsx')).QuoteDialog)
  const { subscription } = info
  // What is overdue comes before what was to follow.
  const waits = subscription?.status === 'ACTIVE' ? subscription : undefined
  const ask = (asked: Plan) => {
    setPlan(asked)
    open()
  }
  return (
    <>
      <PastDue info={info} />
      {waits?.next && (
        <Notice tone="info">
          {waits.next.planName} begins on {formatDay(waits.currentPeriodEnd)}. Until then you keep {waits.planName}; to
          choose another plan, keep {waits.planName} first.
        </Notice>
      )}
      {waits?.cancelAtPeriodEnd && (
        <Notice tone="warn">
          {waits.planName} ends on {formatDay(waits.currentPeriodEnd)}. Until then you can keep it
          {waits.next ? '.' : ', or choose another plan.'}
        </Notice>
      )}
      <OwnPlans info={info} plans={cheapestFirst(info.plans)} onChoose={ask} />
      {plan && dialog({ info, plan })}
    </>
  )
}

/** The plans side by side. Nothing changes before its price was seen. */
export function SubscriptionScreen({ state, onState }: { state: SubscriptionSearch; onState: OnState }) {
  const forget = () => onState({ checkout: undefined, cancelled: undefined }, { replace: true })
  return (
    <SettingsFrame title="Subscription">
      <PurchaseReturn checkout={state.checkout} cancelled={state.cancelled} onDone={forget} />
      <WithInfo>
        {(info) =>
          isLive(info.subscription) ? (
            <ChangePlan info={info} />
          ) : (
            <FirstPlan info={info} state={state} onState={onState} />
          )
        }
      </WithInfo>
    </SettingsFrame>
  )
}
