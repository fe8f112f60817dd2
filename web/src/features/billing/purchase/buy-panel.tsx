import type { Money } from '@dooryard/contract/api/money'
import { type BillingInfo, billing } from '@dooryard/contract/billing/billing'
import type { BillingInterval } from '@dooryard/contract/billing/plans'
import type { Price } from '@dooryard/contract/billing/purchases'
import { Box, Button, Flex, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { buildQuery } from '../../../lib/api/query.ts'
import { deleteSharedCoupon, loadSharedCoupon } from '../../../lib/session/shared-coupon.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { usePaymentAccess } from '../billing.data.ts'
import { Bill, toPriceLines } from './bill.tsx'
import { CouponField } from './coupon-field.tsx'
import type { PendingPurchase } from './pending-purchase.ts'
import { useCheckout } from './use-checkout.ts'
import { toCheckedCoupon, useCoupon } from './use-coupon.ts'

type PurchasedItem = { planId: string; interval: BillingInterval } | { packId: string } | { credits: number }
type PricedItem = { list: Money; credits: number; interval?: BillingInterval }

const toPriceWithoutCoupon = ({ list, credits, interval }: PricedItem): Price => ({
  list,
  discount: { ...list, amount: 0 },
  total: list,
  ...(interval && { renewal: list }),
  credits,
  bonusCredits: 0,
})

/**
 * Returns the price of a purchase, updated with the typed coupon. `price` is undefined until the coupon is known to be
 * valid; `fullPrice` is the price without a coupon, which is never too low.
 */
function usePrice(purchase: PurchasedItem, item: PricedItem, initialCode: string | undefined) {
  const coupon = useCoupon(initialCode)
  const { code, isReady } = coupon
  const priceResult = useQuery({
    ...buildQuery(billing.price, { body: { ...purchase, couponCode: code } }),
    // The number of coupon checks is limited.
    staleTime: 60_000,
    enabled: isReady,
  })
  const fullPrice = toPriceWithoutCoupon(item)
  const price = coupon.typed.trim() === '' ? fullPrice : isReady ? priceResult.data : undefined
  return { coupon: toCheckedCoupon(coupon, priceResult, priceResult.data?.coupon), price, fullPrice }
}

type BuyPanelProps = {
  info: BillingInfo
  /** The purchased item and its name. */
  purchase: PurchasedItem
  name: string
  item: PricedItem
  action: (price: Price) => string
  /** The initial coupon code, and the callback for changes. */
  code: string | undefined
  onCode: (code: string | undefined) => void
  pendingPurchase?: PendingPurchase
}

/** The final step before a purchase: a coupon, the resulting price, and the pay button. */
export function BuyPanel({ info, purchase, name, item, action, code, onCode, pendingPurchase }: BuyPanelProps) {
  const { mayPay } = usePaymentAccess(info)
  const { coupon, price, fullPrice } = usePrice(purchase, item, code ?? loadSharedCoupon())
  const { buy, isBusy, error } = useCheckout(pendingPurchase)
  const field = useRef<HTMLInputElement>(null)
  const reportCode = useEffectEvent((newCode: string | undefined) => newCode !== code && onCode(newCode))
  useEffect(() => void reportCode(coupon.code || undefined), [coupon.code])
  const submit = () => {
    // A typed code must not be ignored silently.
    if (!price) return field.current?.focus()
    deleteSharedCoupon()
    buy({ ...purchase, ...(coupon.applied && { couponCode: coupon.applied.code }) })
  }
  const shown = price ?? fullPrice
  const isStale = coupon.isChecking || undefined
  return (
    <Panel title="Your order">
      <Flex direction={{ base: 'column', sm: 'row' }} gap={{ base: 16, sm: 40 }}>
        <Box flex="1" miw={0}>
          <CouponField coupon={coupon} inputRef={field} disabled={!mayPay} />
        </Box>
        <Box flex="1.2" miw={0} opacity={isStale && 0.6} data-stale={isStale} aria-live="polite">
          <Bill lines={toPriceLines(name, shown, item.interval)} />
        </Box>
      </Flex>
      {error && (
        <Box mt={20}>
          <FailureNotice error={error} />
        </Box>
      )}
      <Group gap="8px 16px" mt={20}>
        <Button
          size="md"
          w={{ base: '100%', sm: 'auto' }}
          disabled={!mayPay || coupon.isChecking}
          loading={isBusy}
          onClick={submit}
        >
          {action(shown)}
        </Button>
        <Text c="dimmed" fz="sm">
          You’ll review and pay on the next page.
        </Text>
      </Group>
    </Panel>
  )
}
