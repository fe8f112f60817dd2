import type { BillingInfo } from '@dooryard/contract/billing'
import type { Plan } from '@dooryard/contract/plans'
import { PackageX } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { useAtOnce, useOnDemand } from '../../ui/hooks.ts'
import { SettingsFrame } from '../../ui/layout/settings-frame.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import type { SubscriptionSearch } from './billing-search.ts'
import { BuyPanel } from './buy-panel.tsx'
import { planOffer } from './offer-rules.ts'
import { PastDue } from './past-due.tsx'
import { OwnPlans, PlanChoice, PlanList } from './plan-cards.tsx'
import { PurchaseReturn } from './purchase-return.tsx'
import { isLive } from './subscription-words.ts'
import { useMoney } from './use-money.ts'
import type { Errand } from './way-back.ts'
import { WithInfo } from './with-info.tsx'

const cheapestFirst = (plans: Plan[]) => plans.toSorted((one, other) => one.price.amount - other.price.amount)

/** The plans for somebody who has none: one is chosen, and paid for on the next page. */
type FirstProps = { info: BillingInfo; errand: Errand; onState: OnState }

function First({ info, errand, onState }: FirstProps) {
  const { isOff } = useMoney(info)
  const plans = cheapestFirst(info.plans)
  const [chosen = info.subscription?.planId, choose] = useAtOnce(errand.plan, (id) =>
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
  if (isOff) return <PlanList plans={plans} />
  return (
    <>
      <PlanChoice plans={plans} chosen={plan.id} onChoose={choose} />
      <BuyPanel
        info={info}
        purchase={{ planId: plan.id }}
        name={`${plan.name}, first month`}
        offer={{ list: plan.price, credits: planOffer(plan).credits, isMonthly: true }}
        action={({ total }) => `Subscribe to ${plan.name}, pay ${formatMoney(total)}`}
        code={errand.coupon}
        onCode={(coupon) => onState({ coupon }, { replace: true })}
      />
    </>
  )
}

/** The plans for somebody who has one: each other is a change, with its quote first. */
function Change({ info }: { info: BillingInfo }) {
  const [plan, setPlan] = useState<Plan>()
  const [dialogs, load] = useOnDemand(() => import('./plan-dialogs.ts'))
  const { subscription } = info
  // What is overdue comes before what was to follow.
  const waits = subscription?.status === 'ACTIVE' ? subscription : undefined
  const ask = (asked: Plan) => {
    if (!dialogs) load()
    setPlan(asked)
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
      {dialogs && <dialogs.QuoteDialog info={info} plan={plan} onClose={() => setPlan(undefined)} />}
    </>
  )
}

/** The plans side by side. Nothing changes before its price was seen. */
export function SubscriptionScreen({ state, onState }: { state: SubscriptionSearch; onState: OnState }) {
  const { plan, coupon } = state
  const forget = () => onState({ checkout: undefined, cancelled: undefined }, { replace: true })
  return (
    <SettingsFrame title="Subscription">
      <PurchaseReturn checkout={state.checkout} cancelled={state.cancelled} onDone={forget} />
      <WithInfo>
        {(info) =>
          isLive(info.subscription) ? (
            <Change info={info} />
          ) : (
            <First info={info} errand={{ plan, coupon }} onState={onState} />
          )
        }
      </WithInfo>
    </SettingsFrame>
  )
}
