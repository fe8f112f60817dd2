import { type BillingInfo, billing } from '@dooryard/contract/billing'
import type { Money } from '@dooryard/contract/money'
import type { Price } from '@dooryard/contract/purchases'
import { Box, Button, Flex, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { sentenceFor } from '../../../lib/errors.ts'
import { queryOf } from '../../../lib/query.ts'
import { Notice, Panel } from '../../../ui/display/panel.tsx'
import { useMoney } from '../billing.data.ts'
import { Bill, priceLines } from './bill.tsx'
import { CouponField } from './coupon-field.tsx'
import type { Errand } from './errand.ts'
import { useCheckout } from './use-checkout.ts'
import { toCheckedCoupon, useCoupon } from './use-coupon.ts'

type Chosen = { planId: string } | { packId: string }
type Offer = { list: Money; credits: number; isMonthly: boolean }

const priceWithoutCoupon = ({ list, credits, isMonthly }: Offer): Price => ({
  list,
  discount: { ...list, amount: 0 },
  total: list,
  ...(isMonthly && { renewal: list }),
  credits,
  bonusCredits: 0,
})

/**
 * What a purchase costs, live with the coupon that is typed; `price` is undefined until a coupon is found good, and until
 * then there is the price without one, which is never too low.
 */
function usePrice(purchase: Chosen, offer: Offer, initialCode: string | undefined) {
  const coupon = useCoupon(initialCode)
  const { code, isAsked } = coupon
  const asked = useQuery({
    ...queryOf(billing.price, { body: { ...purchase, couponCode: code } }),
    // A code may be tried only so often.
    staleTime: 60_000,
    enabled: isAsked,
  })
  const fullPrice = priceWithoutCoupon(offer)
  const price = coupon.typed.trim() === '' ? fullPrice : isAsked ? asked.data : undefined
  return { coupon: toCheckedCoupon(coupon, asked, asked.data?.coupon), price, fullPrice }
}

type BuyPanelProps = {
  info: BillingInfo
  /** What is bought, and under which name. */
  purchase: Chosen
  name: string
  offer: Offer
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
  const isStale = coupon.isChecking || undefined
  return (
    <Panel title="Your order">
      <Flex direction={{ base: 'column', sm: 'row' }} gap={{ base: 16, sm: 40 }}>
        <Box flex="1" miw={0}>
          <CouponField coupon={coupon} inputRef={field} disabled={!mayPay} />
        </Box>
        <Box flex="1.2" miw={0} opacity={isStale && 0.6} data-stale={isStale} aria-live="polite">
          <Bill lines={priceLines(name, shown)} />
        </Box>
      </Flex>
      {error && (
        <Box mt={20}>
          <Notice tone="bad">{sentenceFor(error)}</Notice>
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
          You pay on the next page, and can still turn back there.
        </Text>
      </Group>
    </Panel>
  )
}
