import type { BillingInfo } from '@dooryard/contract/billing'
import { Button } from '@mantine/core'
import { Notice } from '../../ui/display/panel.tsx'
import classes from './billing.module.css'
import { pastDueText } from './subscription-words.ts'
import { useCardChange } from './use-checkout.ts'
import { useMoney } from './use-money.ts'

/** That a renewal was not paid: until when there is time, and what helps. */
export function PastDue({ info }: { info: BillingInfo }) {
  const { subscription } = info
  const { mayPay, isOff } = useMoney(info)
  const { begin, isBusy } = useCardChange()
  if (subscription?.status !== 'PAST_DUE') return null
  return (
    <Notice tone="bad">
      <div className={classes.alarm}>
        <p>
          <strong>The last payment for {subscription.planName} did not go through.</strong> {pastDueText(subscription)}
        </p>
        {!isOff && (
          <Button size="xs" color="red" disabled={!mayPay} loading={isBusy} onClick={begin}>
            Change card
          </Button>
        )}
      </div>
    </Notice>
  )
}
