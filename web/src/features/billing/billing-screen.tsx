import type { BillingInfo } from '@dooryard/contract/billing'
import { SettingsFrame } from '../../ui/layout/settings-frame.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import classes from './billing.module.css'
import type { BillingSearch } from './billing-search.ts'
import { CardPanel } from './card-panel.tsx'
import { NextChargePanel } from './next-charge-panel.tsx'
import { PastDue } from './past-due.tsx'
import { PaymentHistory } from './payment-history.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { PurchaseReturn } from './purchase-return.tsx'
import { WithInfo } from './with-info.tsx'

function Standing({ info }: { info: BillingInfo }) {
  return (
    <>
      <PastDue info={info} />
      <PlanPanel info={info} />
      <div className={classes.pair}>
        <NextChargePanel info={info} />
        <CardPanel info={info} />
      </div>
    </>
  )
}

/** The plan, what is charged next and to which card, and every payment with its invoice. */
export function BillingScreen({ state, onState }: { state: BillingSearch; onState: OnState }) {
  const { checkout, cancelled, ...history } = state
  const forget = () => onState({ checkout: undefined, cancelled: undefined }, { replace: true })
  return (
    <SettingsFrame title="Billing">
      <PurchaseReturn checkout={checkout} cancelled={cancelled} onDone={forget} />
      <WithInfo>{(info) => <Standing info={info} />}</WithInfo>
      <PaymentHistory state={history} onState={onState} />
    </SettingsFrame>
  )
}
