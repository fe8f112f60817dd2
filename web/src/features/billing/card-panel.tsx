import type { BillingInfo } from '@dooryard/contract/billing'
import { Button } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import { formatDay } from '../../lib/format.ts'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import classes from './billing.module.css'
import { brandName, cardExpiry, expiresBefore } from './subscription-words.ts'
import { useCardChange } from './use-checkout.ts'
import { useMoney } from './use-money.ts'

function Warning({ info: { paymentMethod, nextCharge, now } }: { info: BillingInfo }) {
  if (!paymentMethod) return null
  if (expiresBefore(paymentMethod, now)) return <Notice tone="bad">This card has expired.</Notice>
  if (!nextCharge || !expiresBefore(paymentMethod, nextCharge.at)) return null
  return <Notice tone="warn">This card expires before the charge on {formatDay(nextCharge.at)}.</Notice>
}

/** The card that renewals and automatic purchases are charged to. */
export function CardPanel({ info }: { info: BillingInfo }) {
  const { paymentMethod } = info
  const { mayPay, isOff } = useMoney(info)
  const { begin, isBusy } = useCardChange()
  return (
    <Panel
      title="Payment method"
      aside={
        !isOff && (
          <Button size="xs" variant="default" disabled={!mayPay} loading={isBusy} onClick={begin}>
            {paymentMethod ? 'Change card' : 'Add a card'}
          </Button>
        )
      }
    >
      <div className={classes.card}>
        <span className={classes.cardIcon}>
          <CreditCard size={20} aria-hidden="true" />
        </span>
        {paymentMethod ? (
          <p>
            <strong>
              {brandName(paymentMethod)} <span aria-hidden="true">••••</span>
              <span className="visually-hidden">ending in</span> {paymentMethod.last4}
            </strong>
            <span>Expires {cardExpiry(paymentMethod)}</span>
          </p>
        ) : (
          <p>
            <strong>No card on file</strong>
            <span>It is kept with your first purchase.</span>
          </p>
        )}
      </div>
      <Warning info={info} />
    </Panel>
  )
}
