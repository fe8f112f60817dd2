import type { BillingInfo } from '@dooryard/contract/billing'
import type { Price } from '@dooryard/contract/purchases'
import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { sentenceFor } from '../../lib/errors.ts'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { CouponField } from './coupon-field.tsx'
import classes from './offers.module.css'
import { PriceLines } from './price-lines.tsx'
import { useCheckout } from './use-checkout.ts'
import { useMoney } from './use-money.ts'
import { usePrice } from './use-price.ts'
import type { Errand } from './way-back.ts'

type BuyPanelProps = {
  info: BillingInfo
  /** What is bought, and under which name. */
  purchase: { planId: string } | { packId: string }
  name: string
  offer: Parameters<typeof usePrice>[1]
  action: (price: Price) => string
  /** The coupon's code to begin with, and who hears of another. */
  code: string | undefined
  onCode: (code: string | undefined) => void
  errand?: Errand
}

/** The last look before a purchase: a coupon, the price it comes to, and the way to pay. */
export function BuyPanel({ info, purchase, name, offer, action, code, onCode, errand }: BuyPanelProps) {
  const { mayPay } = useMoney(info)
  const { coupon, price, fullPrice } = usePrice(purchase, offer, code)
  const { buy, isBusy, error } = useCheckout(errand)
  const field = useRef<HTMLInputElement>(null)
  const tell = useEffectEvent((wanted: string | undefined) => wanted !== code && onCode(wanted))
  useEffect(() => void tell(coupon.code || undefined), [coupon.code])
  const submit = () => {
    // A code that was typed is not silently left out.
    if (!price) return field.current?.focus()
    buy({ ...purchase, ...(coupon.applied && { couponCode: coupon.applied.code }) })
  }
  const shown = price ?? fullPrice
  return (
    <Panel title="Your order">
      <div className={classes.order}>
        <CouponField coupon={coupon} inputRef={field} disabled={!mayPay} />
        <div className={classes.pay} aria-live="polite" data-stale={coupon.isChecking || undefined}>
          <PriceLines name={name} price={shown} />
        </div>
      </div>
      {error && (
        <div className={classes.refusal}>
          <Notice tone="bad">{sentenceFor(error)}</Notice>
        </div>
      )}
      <div className={classes.buy}>
        <Button size="md" disabled={!mayPay || coupon.isChecking} loading={isBusy} onClick={submit}>
          {action(shown)}
        </Button>
        <p className={classes.hint}>You pay on the next page, and can still turn back there.</p>
      </div>
    </Panel>
  )
}
